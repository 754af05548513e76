import type { FileCoverage } from "../../domain/change.ts";
import type { Grounds } from "../../domain/state.ts";
import type { VerdictFacts } from "../../review/verdict/facts.ts";

/** The facts of a verdict that are remembered. Null: the code was not judged, so there is no verdict to compute again. */
export function groundsOf(facts: VerdictFacts, usdPerPr: number): Grounds | null {
  const { fault, configError, paused, budgetStop, skip, lostMemory, coverage, panel, quorum } = facts;
  if (fault !== undefined || configError !== undefined || paused !== undefined) return null;
  const { blockOn, disputed, onInconclusive, rulesOnly, unreadGenerated = 0, unread, unreadable } = facts;
  const count = (state: FileCoverage["state"]): number => coverage.files.filter((file) => file.state === state).length;
  return {
    blockOn,
    disputed,
    onInconclusive,
    rulesOnly,
    isCovered: coverage.complete,
    files: {
      full: count("full"),
      partial: count("partial"),
      excluded: count("excluded"),
      unreviewed: count("unreviewed"),
    },
    panel,
    quorum,
    usdPerPr,
    ...(unreadGenerated === 0 ? {} : { unreadGenerated }),
    ...(unread === undefined ? {} : { unread }),
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(budgetStop === undefined ? {} : { budgetStop }),
    ...(skip === undefined ? {} : { skip: skip.why }),
    ...(lostMemory === undefined ? {} : { lostMemory }),
  };
}

/** The facts again, for a head that is still the judged one. They have no names of files. */
export function factsOf(grounds: Grounds, head: string): VerdictFacts {
  const { isCovered, files, skip, lostMemory, budgetStop, usdPerPr: _, ...rest } = grounds;
  const states = ["full", "partial", "excluded", "unreviewed"] as const;
  const listed = states.flatMap((state) => Array.from({ length: files[state] }, () => ({ path: "", state })));
  return {
    ...rest,
    headCurrent: true,
    headSha: head,
    findings: [],
    coverage: { complete: isCovered, files: listed },
    ...(budgetStop === undefined ? {} : { budgetStop }),
    ...(skip === undefined ? {} : { skip: { why: skip } }),
    ...(lostMemory === undefined ? {} : { lostMemory }),
  };
}
