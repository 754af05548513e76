import type { Change } from "../domain/change.ts";
import type { Finding } from "../domain/finding.ts";

/**
 * Numbered lines around a finding, `reach` to each side, from the head file (base for a deleted line), or from the diff
 * where the file is unknown.
 */
export function excerptAround(
  change: Change,
  finding: Pick<Finding, "path" | "side" | "line" | "startLine">,
  reach = 60,
): string {
  const { path, side, line, startLine = line } = finding;
  const file = change.files.find((one) => one.path === path);
  if (file === undefined || line === null || startLine === null) return "";
  const text = side === "LEFT" ? file.baseText : file.headText;
  const numbered =
    typeof text === "string"
      ? text.split("\n").map((content, index) => ({ number: index + 1, content }))
      : file.hunks.flatMap((hunk) =>
          hunk.lines.flatMap(({ text: content, base, head }) => {
            const number = side === "LEFT" ? base : head;
            return number === null ? [] : [{ number, content }];
          }),
        );
  return numbered
    .filter(({ number }) => number >= startLine - reach && number <= line + reach)
    .map(({ number, content }) => `${number} | ${content}`)
    .join("\n");
}
