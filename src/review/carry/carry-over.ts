import type { Anchoring, Quoted } from "../../anchor/anchor.ts";
import { overlap, wordOverlap } from "../../anchor/same-finding.ts";
import { type Claim, type Finding, type Place, ruleOf } from "../../domain/finding.ts";
import { rank } from "../../domain/severity.ts";

/**
 * A finding of the last completed review whose quoted code still stands at head, with the place where it stands now. `claims` are those merged
 * into it whose own code stands at other lines, where it stands now.
 */
export interface CarriedFinding {
  readonly finding: Finding;
  readonly place: Place;
  readonly claims: readonly Claim[];
}

export interface CarryOver {
  readonly standing: CarriedFinding[];
  /** Their quoted code is gone from the head file, or a deletion they speak of was taken back. */
  readonly gone: Finding[];
}

type Anchor = (quoted: Quoted) => Anchoring;

/**
 * Other files of the change. `fresh` were no part of it before: git calls a file that is new in the change new under every name it is given.
 * `known` were: only a P0 is looked for there, and only in lines that the change adds.
 */
export interface Elsewhere {
  readonly fresh: readonly string[];
  readonly known: readonly string[];
}

const nowhere: Elsewhere = { fresh: [], known: [] };

/**
 * Looks up where earlier findings stand now (design §4, state across pushes). Code that a finding quoted from the head file and that is
 * now only among the deleted lines is gone: deleting it may well have been the fix. Unless it came up again in another file: see `Elsewhere`.
 * What was fixed and stands again is open again; what was fixed and does not is nobody's news.
 */
export function carryOver(previous: readonly Finding[], anchor: Anchor, elsewhere: Elsewhere = nowhere): CarryOver {
  const standing: CarriedFinding[] = [];
  const gone: Finding[] = [];
  for (const finding of previous) {
    const own = standOf(finding, homesOf(finding, elsewhere), anchor);
    const claims = finding.alsoReported.flatMap((claim) => claimNow(claim, elsewhere, anchor));
    const next = own === null ? continued(finding, claims) : standingAs(finding, own, claims);
    const isFixed = finding.status === "fixed";
    if (next !== null) standing.push(isFixed ? { ...next, finding: { ...next.finding, status: "disputed" } } : next);
    else if (!isFixed) gone.push(finding);
  }
  return { standing, gone };
}

interface Stand {
  readonly place: Place;
  readonly inComment?: true;
}

type StandingClaim = Claim & Stand;

/** Where only a comment is left of the code that a finding quotes, code that another claim in it quotes is what the finding is about. */
function standingAs(finding: Finding, own: Stand, claims: readonly StandingClaim[]): CarriedFinding {
  const better = own.inComment === true ? claims.find(({ inComment }) => inComment !== true) : undefined;
  if (better?.at === undefined) return { finding, place: own.place, claims: awayFrom(claims, own.place) };
  const { rule: _, fingerprint: __, ...rest } = finding;
  const moved = { ...rest, ...ruleOf(better), quote: better.at.quote, path: better.place.path };
  return { finding: moved, place: better.place, claims: awayFrom(claims, better.place) };
}

function awayFrom(claims: readonly StandingClaim[], place: Place): Claim[] {
  return claims.flatMap(({ place: own, inComment: _, ...claim }) => (overlap(own, place) ? [] : [claim]));
}

/** The code of the finding changed, but code that was merged into it did not: it goes on with one that is as grave. */
function continued(finding: Finding, claims: readonly StandingClaim[]): CarriedFinding | null {
  const next = claims.find(({ severity }) => rank(severity) <= rank(finding.severity));
  if (next?.at === undefined || finding.status === "dismissed") return null;
  const { severity, title, at } = next;
  const { quote, ...place } = at;
  const { failurePath: _, fix: __, suggestion: ___, rule: ____, fingerprint: _____, ...rest } = finding;
  return {
    finding: { ...rest, ...ruleOf(next), severity, title, detail: next.detail ?? "", quote, path: place.path },
    place,
    claims: awayFrom(claims, place),
  };
}

function claimNow(claim: Claim, { fresh }: Elsewhere, anchor: Anchor): StandingClaim[] {
  if (claim.at === undefined) return [];
  const homes = claim.at.side === "RIGHT" ? fresh.map((path) => ({ path })) : [];
  const stand = standOf(claim.at, homes, anchor);
  return stand === null ? [] : [{ ...claim, ...stand, at: { ...stand.place, quote: claim.at.quote } }];
}

interface Home {
  readonly path: string;
  readonly isAdded?: true;
}

function standOf(
  quoted: Pick<Finding, "path" | "quote" | "line" | "side">,
  others: readonly Home[],
  anchor: Anchor,
): Stand | null {
  const homes: readonly Home[] = [{ path: quoted.path }, ...others];
  return homes.map((home) => standingAt(quoted, home, anchor)).find((found) => found !== null) ?? null;
}

/** A shorter quote can stand in another file by chance. */
const tellingCharacters = 16;

/** A dismissal was about the code in its own file, and a deletion happens in one file only. */
function homesOf({ status, side, severity, quote }: Finding, { fresh, known }: Elsewhere): Home[] {
  if (status === "dismissed" || side === "LEFT") return [];
  const isTelling = severity === "P0" && quote.replace(/\s/g, "").length >= tellingCharacters;
  return [
    ...fresh.map((path) => ({ path })),
    ...(isTelling ? known.map((path) => ({ path, isAdded: true as const })) : []),
  ];
}

function standingAt(
  { quote, line, side }: Pick<Finding, "quote" | "line" | "side">,
  { path, isAdded }: Home,
  anchor: Anchor,
): Stand | null {
  const where = isAdded === true ? { isAdded } : { isKnown: true as const };
  const anchoring = anchor({ path, quote, line: line ?? undefined, side, ...where });
  return "place" in anchoring && anchoring.place.side === side ? anchoring : null;
}

/** Gives new findings the ids of those whose code changed, and knows in the end who was left without an heir. */
export interface Succession {
  readonly inherit: (findings: readonly Finding[]) => Finding[];
  readonly withoutHeir: () => Finding[];
}

/**
 * Code that changed and is raised again is the same finding: at the same lines in any words, or elsewhere in the file under a title that
 * shares half its words. Only findings without a history of their own inherit, and a dismissal is never inherited: it was about other code.
 */
export function successionOf(previous: readonly Finding[], gone: readonly Finding[]): Succession {
  const taken = new Set(previous.map(({ id }) => id));
  const left = new Set(gone.filter(({ status }) => status !== "dismissed"));
  return {
    inherit: (findings) => {
      const ids = new Map<string, string>();
      for (const old of left) {
        const free = findings.filter(
          (one) => one.path === old.path && !taken.has(one.id) && !ids.has(one.id) && mayInherit(one, old),
        );
        const heir =
          free.find((finding) => isSame(old, finding)) ??
          free.find(({ title }) => wordOverlap(title, old.title) >= 0.5);
        if (heir === undefined) continue;
        ids.set(heir.id, old.id);
        left.delete(old);
      }
      return findings.map((finding) => ({ ...finding, id: ids.get(finding.id) ?? finding.id }));
    },
    withoutHeir: () => gone.filter((old) => old.status === "dismissed" || left.has(old)),
  };
}

/** What is raised as less is the same only if those who raised it before say so. */
function mayInherit(heir: Finding, old: Finding): boolean {
  return rank(heir.severity) <= rank(old.severity) || old.raisedBy.every((seat) => heir.raisedBy.includes(seat));
}

/**
 * What becomes of findings whose code changed and that nobody raised again. Where their raisers looked again: fixed. Where they could not:
 * disputed, for absence proves nothing then. What was dismissed is remembered as dismissed: its code may come back.
 */
export function settleGone(
  gone: readonly Finding[],
  lookedAgain: (finding: Finding) => boolean,
): { kept: Finding[]; closed: Finding[] } {
  const settled = gone.map((old): Finding => {
    if (old.status === "dismissed") return { ...old, anchor: "none" };
    return { ...old, status: lookedAgain(old) ? "fixed" : "disputed", anchor: "none" };
  });
  return {
    kept: settled.filter(({ status }) => status === "disputed"),
    closed: settled.filter(({ status }) => status !== "disputed"),
  };
}

function isSame(old: Finding, again: Finding): boolean {
  const [a, b] = [old, again].map(({ path, side, line, startLine, title, detail }) =>
    line === null ? null : { path, side, line, startLine: startLine ?? line, title, detail, seat: "" },
  );
  return a != null && b != null && overlap(a, b);
}
