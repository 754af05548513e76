import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { debateOn, sidesLine } from "../report/markdown-sections.ts";
import { byteLength, codeSpan, cutCharacters, markdownLine } from "../text/text.ts";

const mostBytes = 50_000;
const notKept =
  "Who said what is not kept any more for this finding: it was too much to keep, or an earlier review's. `/debate review` has it debated again.";

/** The debate about one finding: who raised it, the votes with their reasons, the hearing with its arguments and rulings, and how it ended. */
export function explanationOf(review: Review, finding: Finding): string {
  const { id, severity, title, status, eliminatedBecause } = finding;
  const ended = eliminatedBecause === undefined ? "" : `: ${markdownLine(cutCharacters(eliminatedBecause, 1_000))}`;
  const head = [
    `**${severity} \`${id}\`** ${markdownLine(cutCharacters(title, 300))}`,
    `It is ${status}${ended}. ${sidesLine(review, finding)}.`,
  ];
  const debate = debateOn(review, finding);
  const others = review.rounds.length === 0 || debate === "" ? wordless(review, finding) : "";
  const whole = [...head, debate, others].filter((part) => part !== "").join("\n\n");
  return byteLength(whole) <= mostBytes ? whole : [...head, "The debate is too long for a comment."].join("\n\n");
}

/** Nobody else had a say where only rules looked; otherwise somebody had, and it is not kept. */
function wordless({ panel, rounds }: Review, { raisedBy, votes }: Finding): string {
  const isVotedOn = votes.agree.some((seat) => !raisedBy.includes(seat)) || votes.dispute.length > 0;
  if (panel.state === "offline" || (rounds.length > 0 && !isVotedOn))
    return `Nobody else voted on what ${raisedBy.map(codeSpan).join(", ")} raised.`;
  return notKept;
}
