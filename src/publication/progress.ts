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
