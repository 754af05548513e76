import type { Anchoring, Quoted } from "../diff/anchor.ts";
import { sameFinding, wordOverlap } from "../diff/same-finding.ts";
import type { Finding, Place } from "../domain/finding.ts";

/** A finding of the last completed review whose quoted code still stands at head, with the place where it stands now. */
export interface Standing {
  readonly finding: Finding;
  readonly place: Place;
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
    const paths = [finding.path, ...(mayMove(finding) ? newPaths : [])];
    const known = quotesOf(finding)
      .flatMap((quote) => paths.map((path) => standingAt({ ...finding, quote }, path, anchor)))
      .filter((found) => found !== null);
    const [first] = known;
    if (first === undefined) gone.push(finding);
    else standing.push(known.find(({ inComment }) => inComment !== true) ?? first);
  }
  return { standing, gone };
}

/** A dismissal was about the code in its own file, and a deletion happens in one file only. */
function mayMove({ status, side }: Finding): boolean {
  return status !== "dismissed" && side === "RIGHT";
}

/** Its own, and those of others who raised it: while the code that one of them means is there, the finding is. */
function quotesOf({ quote, alsoReported }: Finding): string[] {
  return [quote, ...alsoReported.flatMap((other) => other.quote ?? [])];
}

function standingAt(finding: Finding, path: string, anchor: Anchor): (Standing & { inComment?: true }) | null {
  const { quote, line, side } = finding;
  const anchoring = anchor({ path, quote, line: line ?? undefined, isKnown: true });
  return "place" in anchoring && anchoring.place.side === side ? { finding, ...anchoring } : null;
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
        const free = findings.filter(({ id, path }) => path === old.path && !taken.has(id) && !ids.has(id));
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
  const [a, b] = [old, again].map(({ path, side, line, startLine, title }) =>
    line === null ? null : { path, side, line, startLine: startLine ?? line, title, seat: "" },
  );
  return a != null && b != null && sameFinding(a, b);
}
