import type { CheckOutput, Limits } from "../domain/publication.ts";
import { fence } from "../text/text.ts";

const shownLines = 100;

/** What a check shows while its review runs. The lines are progress lines: seats, steps, counts. */
export function progressOutput(
  lines: readonly string[],
  { checkCharacters }: Pick<Limits, "checkCharacters">,
): CheckOutput {
  const last = lines.slice(-shownLines).map((line) => line.slice(0, 300));
  const left = lines.length - last.length;
  const text = last.length === 0 ? "" : fence([...(left > 0 ? [`… ${left} earlier lines`] : []), ...last].join("\n"));
  return {
    title: "The review is running",
    summary:
      "Several reviewers read this change, each on its own, then judge each other's findings. Nothing is decided yet.",
    text: text.slice(0, checkCharacters),
  };
}

/**
 * What a check shows from the moment its review reads people's decisions for the last time. A command that finds this check in progress waits for
 * its end: the review may have read before the decision was written.
 */
export const closingOutput: CheckOutput = {
  title: "The review is writing its result",
  summary: "The seats have finished. The comments and the verdict follow within seconds.",
  text: "",
};

export function isClosing({
  isCompleted,
  title,
}: {
  readonly isCompleted: boolean;
  readonly title: string | null;
}): boolean {
  return !isCompleted && title === closingOutput.title;
}
