import type { Remark, Review } from "../domain/review.ts";
import { cutCharacters, plain } from "../text/text.ts";

/** What seats stated beside their findings, as much as a reader will read; `all` counts also what `left` leaves out. Texts are untrusted. */
export interface RemarkList {
  readonly title: "Residual risks" | "Open questions";
  readonly shown: readonly Remark[];
  readonly all: number;
  readonly left: number;
}

const mostShown = 10;
const longestRemark = 500;
const longestSummary = 1_500;

/** Without empty lists: where no seat stated anything there is nothing to say. */
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

/** The winner's words on the change: one paragraph, and whose they are. Untrusted, so that a reader must see that they are a model's. */
export function summaryOf({ summary, winner }: Review): { readonly text: string; readonly by: string } | null {
  const text = cutCharacters(plain(summary ?? ""), longestSummary);
  return text === "" ? null : { text, by: winner ?? "a model" };
}
