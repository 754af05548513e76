import { type Located, sameFinding } from "../diff/same-finding.ts";
import type { Draft, Finding } from "../domain/finding.ts";
import { isProtected, rank } from "../domain/severity.ts";
import type { Standing } from "./carry.ts";
import type { Candidate } from "./gate.ts";

type Lines = Omit<Located, "title" | "seat">;

/** Candidates for one defect, in an order that no seat's own order changes. A group is led by a finding of an earlier review, or by its first. */
export interface Group {
  readonly known: Standing | null;
  readonly lead: Located;
  readonly members: Candidate[];
}

/**
 * A candidate joins a group whose *lead* it is the same as, so nothing chains: one whose code it shares before one that is merely near. A
 * finding of an earlier push that still stands leads a group of its own.
 */
export function groupCandidates(candidates: readonly Candidate[], standing: readonly Standing[]): Group[] {
  const groups = new Map<string, Group[]>();
  const groupsIn = (path: string): Group[] => {
    const groupsOfFile = groups.get(path) ?? [];
    groups.set(path, groupsOfFile);
    return groupsOfFile;
  };
  for (const known of standing) {
    const { place, finding } = known;
    groupsIn(place.path).push({ known, lead: { ...place, title: finding.title, seat: "" }, members: [] });
  }
  const seats = [...new Set(candidates.map(({ seat }) => seat))];
  for (const candidate of [...candidates].sort((a, b) => byPlace(a, b, seats))) {
    const inFile = groupsIn(candidate.place.path);
    const open = inFile.filter((group) => mayJoin(group, candidate));
    const group =
      open.find(({ lead }) => overlap(lead, candidate.place)) ??
      open.find(({ lead }) => sameFinding(lead, located(candidate)));
    if (group === undefined) inFile.push({ known: null, lead: located(candidate), members: [candidate] });
    else group.members.push(candidate);
  }
  return [...groups.values()].flat();
}

/** Two findings of one seat stay apart unless their quotes overlap, also where both are near the same lead. */
function mayJoin({ known, members }: Group, { seat, draft, place }: Candidate): boolean {
  if (members.some((member) => member.seat === seat && !overlap(member.place, place))) return false;
  return known === null || mayBe(known.finding, draft);
}

/**
 * The dismissal of a lesser finding swallows no protected one on the same lines, and that of a protected one no graver: who may dismiss
 * the one may not be allowed to dismiss the other.
 */
export function mayBe({ status, ...known }: Finding, draft: Pick<Draft, "severity" | "category">): boolean {
  if (status !== "dismissed" || !isProtected(draft)) return true;
  return isProtected(known) && rank(draft.severity) >= rank(known.severity);
}

function overlap(a: Lines, b: Lines): boolean {
  return a.path === b.path && a.side === b.side && Math.max(a.startLine, b.startLine) <= Math.min(a.line, b.line);
}

function located({ seat, draft, place }: Candidate): Located {
  return { ...place, title: draft.title, seat };
}

/** Seat order settles ties between seats; the last keys, what would else depend on the order in which a seat wrote its list. */
function byPlace(a: Candidate, b: Candidate, seats: readonly string[]): number {
  return (
    compare(a.place.path, b.place.path) ||
    a.place.startLine - b.place.startLine ||
    rank(a.draft.severity) - rank(b.draft.severity) ||
    seats.indexOf(a.seat) - seats.indexOf(b.seat) ||
    a.place.line - b.place.line ||
    compare(a.draft.quote, b.draft.quote) ||
    compare(a.draft.title, b.draft.title) ||
    compare(a.draft.detail, b.draft.detail)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
