import { type Located, sameFinding } from "../diff/same-finding.ts";
import type { Finding, Place } from "../domain/finding.ts";
import { type Category, categories, medianSeverity, rank, type Severity } from "../domain/severity.ts";
import type { Standing } from "./carry.ts";
import type { Candidate, Rejected } from "./gate.ts";

type GiveId = (path: string, quote: string) => string;

/** A group is led by a finding of an earlier review, or by the first candidate. */
interface Group {
  readonly known: Standing | null;
  readonly lead: Located;
  readonly members: Candidate[];
}

/**
 * One finding per defect. A candidate joins the first group whose *lead* it is the same as, so nothing chains; a finding of an earlier push
 * that still stands leads its own group and keeps its id and raisers. Severity is the median of the raisers', ties upward; of several
 * categories the most protected one stands.
 */
export function merge(candidates: readonly Candidate[], giveId: GiveId, standing: readonly Standing[] = []): Finding[] {
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
  for (const candidate of [...candidates].sort(byPlace)) {
    const inFile = groupsIn(candidate.place.path);
    const group = inFile.find(({ lead }) => sameFinding(lead, located(candidate)));
    if (group === undefined) inFile.push({ known: null, lead: located(candidate), members: [candidate] });
    else group.members.push(candidate);
  }
  return [...groups.values()].flat().flatMap((group) => findingOf(group, giveId));
}

/** What the gate turned away stays in the result, with the reason. */
export function eliminatedAtGate({ seat, draft, because }: Rejected, giveId: GiveId): Finding {
  return {
    ...textsOf(draft),
    id: giveId(draft.path, draft.quote),
    anchor: "none",
    line: null,
    side: "RIGHT",
    raisedBy: [seat],
    alsoReported: [],
    votes: { agree: [], dispute: [], abstain: [] },
    confidence: null,
    status: "eliminated",
    eliminatedAt: "gate",
    eliminatedBecause: because,
  };
}

function findingOf({ known, members }: Group, giveId: GiveId): Finding[] {
  const [first] = members;
  if (first === undefined) return known === null ? [] : [asRaisedBefore(known)];
  const drafts = members.map(({ draft }) => draft);
  const extras = Object.assign({}, ...drafts.toReversed().map(optionalTexts)) satisfies ReturnType<
    typeof optionalTexts
  >;
  const raisers = [...new Set(members.map(({ seat }) => seat))];
  const raisedBy = [...new Set([...(known?.finding.raisedBy ?? []), ...raisers])];
  const severities = raisers.map((seat) => worst(members.filter((member) => member.seat === seat)));
  const others = known === null ? members.slice(1) : members;
  const finding: Finding = {
    ...textsOf(first.draft),
    ...extras,
    id: known?.finding.id ?? giveId(first.place.path, first.draft.quote),
    severity: medianSeverity([...(known === null ? [] : [known.finding.severity]), ...severities]),
    category: mostProtected([
      ...(known === null ? [] : [known.finding.category]),
      ...drafts.map(({ category }) => category),
    ]),
    ...placedAt(first.place),
    raisedBy,
    alsoReported: others.map(({ seat, draft: { severity, title } }) => ({ seat, severity, title })),
    votes: { agree: raisedBy.slice(1), dispute: [], abstain: [] },
    confidence: null,
    status: "accepted",
  };
  return [known?.finding.status === "dismissed" ? { ...finding, status: "dismissed" } : finding];
}

/** An earlier finding that nobody raised again starts anew with its old raisers: silence keeps it. A dismissal stays. */
function asRaisedBefore({ finding, place }: Standing): Finding {
  const { startLine: _, ...rest } = finding;
  const { raisedBy, status } = finding;
  return {
    ...rest,
    ...placedAt(place),
    votes: { agree: raisedBy.slice(1), dispute: [], abstain: [] },
    confidence: null,
    alsoReported: [],
    status: status === "dismissed" ? "dismissed" : "accepted",
  };
}

function placedAt({
  path,
  anchor,
  side,
  startLine,
  line,
}: Place): Pick<Finding, "path" | "anchor" | "side" | "line" | "startLine"> {
  return { path, anchor, side, line, ...(startLine === line ? {} : { startLine }) };
}

function textsOf(
  draft: Candidate["draft"],
): Pick<Finding, "severity" | "category" | "title" | "detail" | "quote" | "path"> {
  const { severity, category, title, detail, quote, path } = draft;
  return { severity, category, title, detail, quote, path, ...optionalTexts(draft) };
}

function optionalTexts({
  failurePath,
  fix,
  suggestion,
}: Candidate["draft"]): Pick<Finding, "failurePath" | "fix" | "suggestion"> {
  return {
    ...(failurePath === undefined ? {} : { failurePath }),
    ...(fix === undefined ? {} : { fix }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function located({ seat, draft, place }: Candidate): Located {
  return { ...place, title: draft.title, seat };
}

function byPlace(a: Candidate, b: Candidate): number {
  if (a.place.path !== b.place.path) return a.place.path < b.place.path ? -1 : 1;
  return a.place.startLine - b.place.startLine || rank(a.draft.severity) - rank(b.draft.severity);
}

function worst(members: readonly Candidate[]): Severity {
  return members.map(({ draft }) => draft.severity).reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

function mostProtected(raised: readonly Category[]): Category {
  return categories.find((category) => raised.includes(category)) ?? "other";
}
