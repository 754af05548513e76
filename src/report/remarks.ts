import type { Remark, Review } from "../domain/review.ts";
import { cutCharacters, plain } from "../text/text.ts";

/**
 * The seats' remarks besides their findings, limited for a reader. `all` includes those counted in `left`. Texts are
 * untrusted.
 */
export interface RemarkList {
  readonly title: "Residual risks" | "Open questions";
  readonly shown: readonly Remark[];
  readonly all: number;
  readonly left: number;
}

const mostShown = 10;
const longestRemark = 500;
const longestSummary = 1_500;

/** Without empty lists. */
export function remarkListsOf({ residualRisks, openQuestions }: Review): readonly RemarkList[] {
  const lists = [listOf("Residual risks", residualRisks), listOf("Open questions", openQuestions)];
  return lists.filter(({ all }) => all > 0);
}

function listOf(title: RemarkList["title"], remarks: readonly Remark[]): RemarkList {
  const shown = remarks.slice(0, mostShown).map(({ text, raisedBy }) => ({
    text: cutCharacters(plain(text), longestRemark),
    raisedBy,
  }));
  return { title, shown, all: remarks.length, left: remarks.length - shown.length };
}

/**
 * The winner's words on the change, in one paragraph with their author. Untrusted, so a reader must see that a model
 * wrote them.
 */
export function summaryOf({ summary, winner }: Review): { readonly text: string; readonly by: string } | null {
  const text = cutCharacters(plain(summary ?? ""), longestSummary);
  return text === "" ? null : { text, by: winner ?? "a model" };
}
