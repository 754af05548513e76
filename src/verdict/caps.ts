import type { VerdictFacts } from "./facts.ts";

/** Keeps a review from being a success, and says so around the title that the review has otherwise. */
export interface Cap {
  readonly when: (facts: VerdictFacts) => boolean;
  readonly said: (title: string, facts: VerdictFacts) => string;
}

/** However little a review found, under a cap its best conclusion is neutral. */
const caps: readonly Cap[] = [
  {
    // No other seat judged what a lone reviewer says, also where others were configured.
    when: ({ panel }) => panel.healthy === 1,
    said: (title) => `One reviewer: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  },
  {
    when: ({ unreadGenerated = 0 }) => unreadGenerated > 0,
    said: (title, { unreadGenerated = 0 }) =>
      `${title}; ${unreadGenerated} generated file${unreadGenerated === 1 ? "" : "s"} not reviewed`,
  },
];

export function capsOn(facts: VerdictFacts): readonly Cap[] {
  return caps.filter(({ when }) => when(facts));
}
