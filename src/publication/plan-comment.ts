import { createHash } from "node:crypto";
import type { OwnComment } from "../domain/publication.ts";
import { cutCharacters, fence, markdown, markdownLine } from "../text.ts";
import { markerOf, readMarker } from "./marker.ts";

/** Which question a comment of ours answers: `id` is the question's own, `comment` where it was asked, `head` what is planned on. */
export interface PlanMark {
  readonly id: string;
  readonly comment: number;
  readonly head: string;
}

/** Of a question, however it is spelled out: blanks, case and look-alike forms of a letter make no other question of it. */
export function questionId(question: string): string {
  const normal = question.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
  return createHash("sha256").update(normal).digest("hex").slice(0, 8);
}

/** The comment that answers this question, whoever asked; the oldest, should there be several. */
export function planCommentIn(comments: readonly OwnComment[], id: string): OwnComment | null {
  const found = comments.filter(({ body }) => {
    const marker = readMarker(body);
    return marker?.kind === "plan" && marker.id === id;
  });
  return found.toSorted((a, b) => a.id - b.id)[0] ?? null;
}

/** Whether that very comment was answered with a plan: then there is nothing left to do. */
export function isPlanned({ body }: OwnComment, { comment }: Pick<PlanMark, "comment">): boolean {
  return body.split("\n", 2)[1] === endOf(comment);
}

/** While it is at work. Lines are progress lines. */
export function planningBody(mark: PlanMark, question: string, lines: readonly string[]): string {
  const shown = lines.slice(-shownLines).map((line) => cutCharacters(line, 300));
  const text = [
    "**PR Debate** is planning …",
    quoted(question),
    ...(shown.length === 0 ? [] : [fence(shown.join("\n"))]),
  ];
  return `${markerOf({ kind: "plan", ...mark, attempt: 1 })}\n\n${text.join("\n\n")}\n`;
}

/** The last word; `text` is Markdown of ours with everything foreign made inert. Without a plan the comment may be answered once more. */
export function endedBody(mark: PlanMark, text: string, isPlan: boolean): string {
  return `${isPlan ? headOf(mark) : markerOf({ kind: "plan", ...mark, attempt: 1 })}\n\n${text}`;
}

/** How long `text` of the last word may be, in bytes. */
export function planRoom(mark: PlanMark): number {
  return longestComment - headOf(mark).length - 2;
}

/** There is no plan, and why; `why` may hold anything. */
export function unplannedText(question: string, why: string): string {
  return `# PR Debate: No plan\n\n${quoted(question)}\n\n${markdownLine(why)}\n`;
}

const shownLines = 40;
const longestComment = 60_000;

function headOf({ id, comment, head }: PlanMark): string {
  return `${markerOf({ kind: "plan", id, head, attempt: 1 })}\n${endOf(comment)}`;
}

function endOf(comment: number): string {
  return `<!-- pr-debate planned comment=${comment} -->`;
}

function quoted(question: string): string {
  return markdown(cutCharacters(question, 4_000)).replace(/^/gm, "> ");
}
