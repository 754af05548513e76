import type { Finding } from "../../domain/finding.ts";
import type { Remark } from "../../domain/review.ts";
import { isProtected } from "../../domain/severity.ts";
import type { Told } from "../../domain/state.ts";
import { cutCharacters } from "../../text/text.ts";

/**
 * The part that identity across pushes and the verdict need: place, quote, title, fate, and protected claims about
 * other code.
 */
export function lean({ suggestion: _, fix: __, failurePath: ___, raisedAs: ____, ...finding }: Finding): Finding {
  const { category, quote } = finding;
  const alsoReported = finding.alsoReported.flatMap(({ detail: _detail, ...claim }) => {
    const isElsewhere = claim.at !== undefined && claim.at.quote !== quote;
    return isElsewhere && isProtected({ severity: claim.severity, category }) ? [claim] : [];
  });
  return { ...finding, detail: "", alsoReported };
}

/** Roughly the part that a summary comment shows. */
const mostRemarks = 10;
const longestRemark = 300;

/**
 * The words of a review for a state block, from most to least: all, without the debate, and with only the first
 * remarks.
 */
export function shorterAndShorter(told: Told): readonly Told[] {
  const quiet: Told = { ...told, rounds: [], hearings: [], scores: [], eliminated: [] };
  const residualRisks = firstOf(told.residualRisks);
  const openQuestions = firstOf(told.openQuestions);
  const left = told.residualRisks.length + told.openQuestions.length - residualRisks.length - openQuestions.length;
  const memory = told.memory && { ...told.memory, used: told.memory.used.slice(0, mostRemarks) };
  const notes = [
    ...(left === 0 ? [] : [`${left} more residual risks and open questions were too many to keep here.`]),
    ...(told.silenced.length === 0
      ? []
      : [`${told.silenced.length} findings that are not reported were too many to keep here.`]),
  ];
  const brief: Told = {
    ...quiet,
    residualRisks,
    openQuestions,
    ...(memory === undefined ? {} : { memory }),
    silenced: [],
    rules: [],
    notes: [...told.notes, ...notes],
  };
  return [told, quiet, brief];
}

function firstOf(remarks: readonly Remark[]): Remark[] {
  return remarks.slice(0, mostRemarks).map((one) => ({ ...one, text: cutCharacters(one.text, longestRemark) }));
}
