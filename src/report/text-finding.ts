import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { plain, visible } from "../text.ts";
import { outdented } from "./facts.ts";
import type { Paint } from "./paint.ts";
import { placeOf, sidesOf, voicesOn } from "./view.ts";
import { hang, proseLines } from "./wrap.ts";

/** One finding for a terminal, indented below its file. */
export function findingLines(review: Review, finding: Finding, width: number, paint: Paint): readonly string[] {
  const disputed = finding.status === "disputed" ? "DISPUTED, needs a human. " : "";
  const title = hang(`  ${finding.severity} `, `${disputed}${plain(finding.title)}`, width);
  return [
    ...title.map(paint[finding.severity]),
    paint.quiet(`     ${plain(placeOf(finding))} (${finding.category}, ${finding.id})`),
    ...visible(outdented(finding.quote))
      .replace(/\n+$/, "")
      .split("\n")
      .map((line) => `     | ${line}`.trimEnd()),
    ...part("", finding.detail, width),
    ...part("Why:", finding.failurePath, width),
    ...part("Fix:", finding.fix, width),
    ...suggestionLines(finding.suggestion),
    ...hang(
      "     ",
      plain(
        sidesOf(finding)
          .map(([label, seats]) => `${label} ${seats.join(", ")}`)
          .join("; "),
      ),
      width,
    ).map(paint.quiet),
    ...objectionLines(review, finding, width).map(paint.quiet),
  ];
}

function part(label: string, text: string | undefined, width: number): readonly string[] {
  if (text === undefined || text.trim() === "") return [];
  const indent = label === "" ? 5 : 10;
  return proseLines(text, Math.max(20, width - indent)).map((line, index) => {
    return `     ${index === 0 && label !== "" ? `${label} ` : " ".repeat(indent - 5)}${line}`.trimEnd();
  });
}

/** Why someone is against it: agreement explains itself by the finding, and the hearings have their own section. */
function objectionLines(review: Review, finding: Finding, width: number): readonly string[] {
  return voicesOn(review, finding.id)
    .filter(({ stance }) => /^(?:dispute|code check)/.test(stance))
    .flatMap(({ seat, stance, reason }) => hang("     - ", plain(`${seat} (${stance}): ${reason}`), width));
}

function suggestionLines(suggestion: string | undefined): readonly string[] {
  if (suggestion === undefined) return [];
  const lines = visible(suggestion).replace(/\n$/, "").split("\n");
  return suggestion === ""
    ? ["     Replace by nothing (delete)."]
    : ["     Replace by:", ...lines.map((line) => `     + ${line}`.trimEnd())];
}
