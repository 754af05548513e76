import type { Finding } from "../domain/finding.ts";
import type { Remark } from "../domain/review.ts";
import { isProtected } from "../domain/severity.ts";
import type { Told } from "../domain/state.ts";
import { cutCharacters } from "../text/text.ts";

/** What identity across pushes and the verdict need: the place, the quote, the title, the fate, and protected claims about other code. */
export function lean({ suggestion: _, fix: __, failurePath: ___, ...finding }: Finding): Finding {
  const { category, quote } = finding;
  const alsoReported = finding.alsoReported.flatMap(({ detail: _detail, ...claim }) => {
    const isElsewhere = claim.at !== undefined && claim.at.quote !== quote;
    return isElsewhere && isProtected({ severity: claim.severity, category }) ? [claim] : [];
  });
  return { ...finding, detail: "", alsoReported };
}

/** About what a summary comment shows of them. */
const mostRemarks = 10;
const longestRemark = 300;

/** The words of a review for a state block: all of them, those without the debate, and of the seats' remarks only the first. */
export function shorterAndShorter(told: Told): readonly Told[] {
  const quiet: Told = { ...told, rounds: [], hearings: [], scores: [], eliminated: [] };
  const residualRisks = firstOf(told.residualRisks);
  const openQuestions = firstOf(told.openQuestions);
  const left = told.residualRisks.length + told.openQuestions.length - residualRisks.length - openQuestions.length;
  const notes = [
    ...(left === 0 ? [] : [`${left} more residual risks and open questions were too many to be kept here.`]),
    ...(told.silenced.length === 0
      ? []
      : [`${told.silenced.length} findings that are not reported were too many to be kept here.`]),
  ];
  const brief: Told = {
    ...quiet,
    residualRisks,
    openQuestions,
    silenced: [],
    rules: [],
    notes: [...told.notes, ...notes],
  };
  return [told, quiet, brief];
}

function firstOf(remarks: readonly Remark[]): Remark[] {
  return remarks.slice(0, mostRemarks).map((one) => ({ ...one, text: cutCharacters(one.text, longestRemark) }));
}
