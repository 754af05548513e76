import type { Anchoring, Quoted } from "../diff/anchor.ts";
import { overlap, wordOverlap } from "../diff/same-finding.ts";
import { type Claim, type Finding, type Place, ruleOf } from "../domain/finding.ts";
import { rank } from "../domain/severity.ts";

/**
 * A finding of the last completed review whose quoted code still stands at head, with the place where it stands now. `claims` are those merged
 * into it whose own code stands at other lines, where it stands now.
 */
export interface Standing {
  readonly finding: Finding;
  readonly place: Place;
  readonly claims: readonly Claim[];
}

export interface Carried {
  readonly standing: Standing[];
  /** Their quoted code is gone from the head file, or a deletion they speak of was taken back. */
  readonly gone: Finding[];
}

type Anchor = (quoted: Quoted) => Anchoring;

/**
 * Looks up where earlier findings stand now (design §4, state across pushes). Code that a finding quoted from the head file and that is
 * now only among the deleted lines is gone: deleting it may well have been the fix. Unless it came up again in `newPaths`, files that were
 * no part of the change before: git calls a file that is new in the change new under every name it is given.
 */
export function carryOver(previous: readonly Finding[], anchor: Anchor, newPaths: readonly string[] = []): Carried {
  const standing: Standing[] = [];
  const gone: Finding[] = [];
  for (const finding of previous) {
    const own = standOf(finding, mayMove(finding), newPaths, anchor);
    const claims = finding.alsoReported.flatMap((claim) => claimNow(claim, newPaths, anchor));
    const next = own === null ? continued(finding, claims) : standingAs(finding, own, claims);
    if (next === null) gone.push(finding);
    else standing.push(next);
  }
  return { standing, gone };
}

interface Stand {
  readonly place: Place;
  readonly inComment?: true;
}

type StandingClaim = Claim & Stand;

/** Where only a comment is left of the code that a finding quotes, code that another claim in it quotes is what the finding is about. */
function standingAs(finding: Finding, own: Stand, claims: readonly StandingClaim[]): Standing {
  const better = own.inComment === true ? claims.find(({ inComment }) => inComment !== true) : undefined;
  if (better?.at === undefined) return { finding, place: own.place, claims: elsewhere(claims, own.place) };
  const { rule: _, fingerprint: __, ...rest } = finding;
  const moved = { ...rest, ...ruleOf(better), quote: better.at.quote, path: better.place.path };
  return { finding: moved, place: better.place, claims: elsewhere(claims, better.place) };
}

function elsewhere(claims: readonly StandingClaim[], place: Place): Claim[] {
  return claims.flatMap(({ place: own, inComment: _, ...claim }) => (overlap(own, place) ? [] : [claim]));
}

/** The code of the finding changed, but code that was merged into it did not: it goes on with one that is as grave. */
function continued(finding: Finding, claims: readonly StandingClaim[]): Standing | null {
  const next = claims.find(({ severity }) => rank(severity) <= rank(finding.severity));
  if (next?.at === undefined || finding.status === "dismissed") return null;
  const { severity, title, at } = next;
  const { quote, ...place } = at;
  const { failurePath: _, fix: __, suggestion: ___, rule: ____, fingerprint: _____, ...rest } = finding;
  return {
    finding: { ...rest, ...ruleOf(next), severity, title, detail: next.detail ?? "", quote, path: place.path },
    place,
    claims: elsewhere(claims, place),
  };
}

function claimNow(claim: Claim, newPaths: readonly string[], anchor: Anchor): StandingClaim[] {
  if (claim.at === undefined) return [];
  const stand = standOf(claim.at, claim.at.side === "RIGHT", newPaths, anchor);
  return stand === null ? [] : [{ ...claim, ...stand, at: { ...stand.place, quote: claim.at.quote } }];
}

function standOf(
  quoted: Pick<Finding, "path" | "quote" | "line" | "side">,
  moves: boolean,
  newPaths: readonly string[],
  anchor: Anchor,
): Stand | null {
  const paths = [quoted.path, ...(moves ? newPaths : [])];
  return paths.map((path) => standingAt(quoted, path, anchor)).find((found) => found !== null) ?? null;
}

/** A dismissal was about the code in its own file, and a deletion happens in one file only. */
function mayMove({ status, side }: Finding): boolean {
  return status !== "dismissed" && side === "RIGHT";
}

function standingAt(
  { quote, line, side }: Pick<Finding, "quote" | "line" | "side">,
  path: string,
  anchor: Anchor,
): Stand | null {
  const anchoring = anchor({ path, quote, line: line ?? undefined, isKnown: true, side });
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
