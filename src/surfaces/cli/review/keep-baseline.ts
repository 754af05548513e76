import { normalize } from "node:path";
import type { Review } from "../../../domain/review.ts";
import { defaultSettings } from "../../../settings/settings.ts";
import { visible } from "../../../text/text.ts";

/** `--write-baseline`: adds the findings of the rules to the file, and says on stderr when it counts. */
export async function keepBaseline(review: Review, directory: string, file: string): Promise<void> {
  const { writeBaseline } = await import("../../../panel/choosing/write-baseline.ts");
  const { known, added, withoutReason } = await writeBaseline(review, directory, file);
  const lines = [
    `${file} knows ${known} ${known === 1 ? "finding" : "findings"}, ${added} of them new. ${whenItCounts(file)}`,
    ...(withoutReason === 0
      ? []
      : [`A secret at P0 is silenced only with a "reason" in the file: ${withoutReason} of them have none yet.`]),
  ];
  process.stderr.write(lines.map((line) => `pr-debate: ${visible(line)}\n`).join(""));
}

function whenItCounts(file: string): string {
  const isUsual = normalize(file) === normalize(defaultSettings.paths.baseline);
  return `It counts once it is on the base branch${isUsual ? "" : ` and the settings there name it: \`paths: { baseline: ${file} }\``}.`;
}
