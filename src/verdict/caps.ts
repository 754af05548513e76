import type { VerdictFacts } from "./facts.ts";

interface Cap {
  readonly when: (facts: VerdictFacts) => boolean;
  /** Its words in the title. */
  readonly words: (facts: VerdictFacts) => string;
}

/** What keeps a review from being a success, however little it found: its best conclusion is neutral, and the title says why. */
const caps: readonly Cap[] = [
  {
    when: ({ unreadGenerated = 0 }) => unreadGenerated > 0,
    words: ({ unreadGenerated = 0 }) =>
      `${unreadGenerated} generated file${unreadGenerated === 1 ? "" : "s"} not reviewed`,
  },
];

/** The words of every cap that holds. */
export function capsOf(facts: VerdictFacts): readonly string[] {
  return caps.filter(({ when }) => when(facts)).map(({ words }) => words(facts));
}
