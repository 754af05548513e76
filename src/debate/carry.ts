import type { Anchoring, Quoted } from "../diff/anchor.ts";
import { wordOverlap } from "../diff/same-finding.ts";
import type { Finding, Place } from "../domain/finding.ts";

/** A finding of the last completed review whose quoted code still stands at head, with the place where it stands now. */
export interface Standing {
  readonly finding: Finding;
  readonly place: Place;
}

export interface Carried {
  readonly standing: Standing[];
  /** Their quoted code is gone from the head file. */
  readonly gone: Finding[];
}

/** Looks up where earlier findings stand now (design §4, state across pushes). A deleted line that is quoted stands on the base side. */
export function carryOver(previous: readonly Finding[], anchor: (quoted: Quoted) => Anchoring): Carried {
  const found = previous.map((finding) => {
    const { path, quote, line } = finding;
    return { finding, anchoring: anchor({ path, quote, line: line ?? undefined }) };
  });
  return {
    standing: found.flatMap(({ finding, anchoring }) =>
      "place" in anchoring ? [{ finding, place: anchoring.place }] : [],
    ),
    gone: found.flatMap(({ finding, anchoring }) => ("place" in anchoring ? [] : [finding])),
  };
}

/**
 * What becomes of findings whose code changed. Raised again in new words: the new finding takes the old id. Not raised again by a panel
 * that could have: fixed. By a panel that could not: disputed, for absence proves nothing then.
 */
export function settleGone(
  gone: readonly Finding[],
  findings: readonly Finding[],
  complete: boolean,
): { findings: Finding[]; fixed: Finding[] } {
  const renamed = new Map<string, string>();
  const fixed: Finding[] = [];
  const kept: Finding[] = [];
  for (const old of gone) {
    const again = findings.find(
      ({ id, path, title }) => !renamed.has(id) && path === old.path && wordOverlap(title, old.title) >= 0.5,
    );
    if (again !== undefined) renamed.set(again.id, old.id);
    else if (old.status === "dismissed") continue;
    else if (complete) fixed.push({ ...old, status: "fixed", anchor: "none" });
    else kept.push({ ...old, status: "disputed", anchor: "none" });
  }
  return {
    findings: [...findings.map((finding) => ({ ...finding, id: renamed.get(finding.id) ?? finding.id })), ...kept],
    fixed,
  };
}
