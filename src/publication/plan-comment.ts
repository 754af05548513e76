import { createHash } from "node:crypto";
import { byteLength, codeSpan, cutCharacters, fence, markdown, markdownLine } from "../text/text.ts";
import { markerOf } from "./marker.ts";
import { type Stage, turnOf } from "./plan-place.ts";

/** Which question a comment of ours answers: `id` is the question's own, `comment` where it was asked, `by` whom and when, `head` what is planned on. */
export interface PlanMark {
  readonly id: string;
  readonly comment: number;
  readonly by: string;
  /** Null: nobody knows. */
  readonly askedAt: string | null;
  readonly head: string;
}

/** Of a question, however it is spelled out: blanks, case and look-alike forms of a letter make no other question of it. */
export function questionId(question: string): string {
  const normal = question.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256").update(normal).digest("hex").slice(0, 8);
}

/** While it is at work. Lines are progress lines; the oldest go where they leave no room for the plan that is kept below. */
export function planningBody(
  mark: PlanMark,
  question: string,
  lines: readonly string[],
  kept: string | null = null,
): string {
  const shown = lines.slice(-shownLines).map((line) => cutCharacters(line, 300));
  const text = [
    ...(kept === null
      ? ["**PR Debate** is planning …", quoted(question)]
      : [`**PR Debate** is planning this again for ${codeSpan(`@${mark.by}`)} … The earlier plan stands until then.`]),
    ...(shown.length === 0 ? [] : [fence(shown.join("\n"))]),
  ];
  const body = bodyOf(mark, "planning", `${text.join("\n\n")}\n`, kept);
  return shown.length > 0 && byteLength(body) > longestBody ? planningBody(mark, question, shown.slice(1), kept) : body;
}

/** `text` is Markdown of ours with everything foreign made inert. */
export function plannedBody(mark: PlanMark, text: string): string {
  return bodyOf(mark, "planned", text, null);
}

/** There is no new plan: `text` says so where there is no earlier one, else one paragraph with `why`, which may hold anything. */
export function unplannedBody(
  mark: PlanMark,
  { text, why }: { readonly text: string; readonly why: string },
  kept: string | null,
): string {
  if (kept === null) return bodyOf(mark, "unplanned", text, null);
  const said = markdownLine(cutCharacters(why, longestWhy));
  const top = `**PR Debate** has no new plan for ${codeSpan(`@${mark.by}`)}, and the earlier one stands: ${said}\n`;
  return bodyOf(mark, "unplanned", top, kept);
}

/** How long `text` of a plan may be, in bytes; what it leaves of GitHub's limit is for what stands above it when it is asked again. */
export function planRoom(mark: PlanMark): number {
  return longestPlan - byteLength(plannedBody(mark, ""));
}

/** There is no plan, and why; `why` may hold anything. */
export function unplannedText(question: string, why: string): string {
  return `# PR Debate: No plan\n\n${quoted(question)}\n\n${markdownLine(why)}\n`;
}

const shownLines = 40;
const longestPlan = 60_000;
/** GitHub's limit is 65,536 characters; bytes are never fewer. */
const longestBody = 65_500;
const longestWhy = 500;

function bodyOf({ id, comment, head }: PlanMark, stage: Stage, text: string, kept: string | null): string {
  const first = `${markerOf({ kind: "plan", id, head, attempt: 1 })}\n${turnOf(stage, comment)}\n\n${text}`;
  return kept === null ? first : `${first}\n---\n\n${kept}`;
}

function quoted(question: string): string {
  return markdown(cutCharacters(question, 4_000)).replace(/^/gm, "> ");
}
