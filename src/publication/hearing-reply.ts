import { createHash } from "node:crypto";
import type { Failure, Hearing } from "../domain/debate.ts";
import type { Dismissal, Heard } from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";
import type { OwnThread } from "../domain/own-posts.ts";
import { citationOf } from "../report/view.ts";
import { byteLength, codeSpan, cutCharacters, markdownLine } from "../text/text.ts";
import { type Marker, markerOf, readMarker } from "./marker.ts";

const mostBytes = 50_000;
const longestWords = 1_500;

/**
 * What was said when a person's reply was heard. `before` is the severity until then; `mayUnblock` is false of an author of the change.
 * `isHeld`: the finding blocks and counts as before, though the seats gave it up or found it less grave.
 */
export interface HearingTold {
  readonly outcome: "upheld" | "revised" | "withdrawn" | "undecided" | "unheard";
  readonly by: string;
  readonly before: string;
  readonly mayUnblock: boolean;
  readonly isHeld: boolean;
  readonly finding: Finding;
  readonly hearing: Hearing;
  readonly failures: readonly Failure[];
}

/** Each seat's answer with its reasons, and what follows. */
export function hearingText(told: HearingTold): string {
  const { by, hearing, failures } = told;
  const { exchanges, rulings, because } = hearing;
  const head = `Heard again, because ${codeSpan(`@${by}`)} replied: **${wordOf(told)}**. ${words(because)}`;
  const said = [
    ...exchanges.map(
      ({ seat, concede, argument, evidence }) =>
        `- ${codeSpan(seat)} ${concede ? "gives it up" : "stands by it"}: ${spoken(argument, evidence)}`,
    ),
    ...rulings.map(
      ({ judge, order, ruling, reason, evidence }) =>
        `- judge ${codeSpan(judge)} (${order}): ${ruling}. ${spoken(reason, evidence)}`,
    ),
    ...failures.map(({ seat, reason }) => `- ${codeSpan(seat)} did not answer: ${words(reason)}`),
  ];
  const whole = [head, said.join("\n"), endOf(told)].filter((part) => part !== "").join("\n\n");
  if (byteLength(whole) <= mostBytes) return whole;
  return [head, "What was said is too long for a comment.", endOf(told)].join("\n\n");
}

function wordOf({ outcome, before, isHeld, finding: { severity } }: HearingTold): string {
  if (isHeld) return "it still counts";
  if (outcome === "revised") return `revised from ${before} to ${severity}`;
  return outcome === "unheard" ? "nobody answered" : outcome;
}

function endOf({ outcome, by, mayUnblock, isHeld, finding: { id, severity } }: HearingTold): string {
  if (isHeld)
    return `${outcome === "withdrawn" ? "The seats gave it up" : `The seats found it to be a ${severity}`}, but it blocks, and ${codeSpan(`@${by}`)} wrote this change: an author's reply opens nothing. It counts as before, until somebody else with write access replies here or comments \`/debate dismiss ${id} <kind> [why]\`.`;
  if (outcome === "withdrawn") return withdrawnNote(id, mayUnblock);
  if (outcome === "revised") return `It counts as ${severity} from now on.`;
  return outcome === "upheld" ? "It stands." : "It stands as it was.";
}

function withdrawnNote(id: string, mayUnblock: boolean): string {
  const howLong = mayUnblock
    ? "also on later pushes"
    : "but an author of this change asked for that: should it block one day, it counts again";
  return `It counts no more, ${howLong}; \`/debate reopen ${id}\` takes that back.`;
}

/** For a hearing whose words were lost with the process that held it: `out` is what it withdrew. */
export function keptText(
  { by, from, to, finding }: Heard,
  out: Pick<Dismissal, "why" | "mayUnblock"> | undefined,
): string {
  const lost = "The process that heard it ended before it could tell who said what.";
  const ended = (word: string): string => `Heard again, because ${codeSpan(`@${by}`)} replied: **${word}**.`;
  if (out !== undefined) return `${ended("withdrawn")} ${words(out.why)}\n\n${withdrawnNote(finding, out.mayUnblock)}`;
  if (to !== undefined) return `${ended(`revised from ${from} to ${to}`)} ${lost}\n\nIt counts as ${to} from now on.`;
  return `${ended("nothing changes")} ${lost}\n\nIt stands as it was.`;
}

/** What the code says about "fixed in": nobody is believed, and nobody is asked. */
export type Verified =
  | { readonly kind: "foreign"; readonly sha: string }
  /** Not newer than where the finding was found; or nobody knows, for GitHub does not know that commit any more. */
  | { readonly kind: "older" | "unknown"; readonly sha: string; readonly found: string }
  | { readonly kind: "stands"; readonly sha: string; readonly path: string; readonly line: number }
  | { readonly kind: "unread"; readonly sha: string; readonly path: string }
  /** Gone, but it blocks, and it is the author who says so. */
  | { readonly kind: "own"; readonly sha: string }
  | { readonly kind: "gone"; readonly sha: string };

export function verifiedText(verified: Verified, head: string): string {
  const at = `\`${head.slice(0, 12)}\``;
  const sha = `\`${verified.sha}\``;
  switch (verified.kind) {
    case "foreign":
      return `Not verified: ${sha} is neither the head ${at} of this pull request nor a commit before it, so the finding stands.`;
    case "older":
      return `Not verified: ${sha} is no newer than \`${verified.found.slice(0, 12)}\`, where this was found, so it cannot have fixed it, and the finding stands.`;
    case "unknown":
      return `Not verified: \`${verified.found.slice(0, 12)}\`, where this was found, is not known to GitHub any more, so nobody knows whether ${sha} is newer, and the finding stands. \`/debate review\` has it looked for again.`;
    case "stands":
      return `Not fixed: the code that the finding quotes still stands at ${at}, in ${codeSpan(`${verified.path}:${verified.line}`)}, whatever ${sha} changed.`;
    case "unread":
      return `Not verified: GitHub gave no text of ${codeSpan(verified.path)} at ${at}, so nobody knows what ${sha} did, and the finding stands.`;
    case "own":
      return `Not settled: the code that the finding quotes stands no more at ${at}, but the finding blocks, and you are an author of this change. \`/debate review\` has it looked for again, or somebody else with write access replies.`;
    case "gone":
      return `Fixed: the code that the finding quotes stands no more at ${at}; ${sha} was named for it.`;
  }
}

type Place = Pick<Marker, "head" | "attempt">;

/** The answer to one comment: what it answers is in its marker, so that it is given once, and so that hearings can be counted. */
export function hearingReply(comment: number, text: string, { head, attempt }: Place): string {
  return `${markerOf({ kind: "hearing", id: hearingId(comment), head, attempt })}\n\n${text}`;
}

/** A sentence that a thread is told once. */
export function sentenceReply(sentence: string, { head, attempt }: Place): string {
  return `${markerOf({ kind: "answer", id: digest(sentence), head, attempt })}\n\n${sentence}`;
}

export function isHeard({ ownReplies }: Pick<OwnThread, "ownReplies">, comment: number): boolean {
  const id = hearingId(comment);
  return ownReplies.some((reply) => isMarked(reply, "hearing", id));
}

export function isTold({ ownReplies }: Pick<OwnThread, "ownReplies">, sentence: string): boolean {
  const id = digest(sentence);
  return ownReplies.some((reply) => isMarked(reply, "answer", id));
}

/** How many replies were heard: by our own answers in the thread, and by the `comments` that are known to have been. */
export function hearingsIn({ ownReplies }: Pick<OwnThread, "ownReplies">, comments: readonly number[]): number {
  const answered = ownReplies.flatMap((reply) => {
    const marker = readMarker(reply);
    return marker?.kind === "hearing" && marker.id !== undefined ? [marker.id] : [];
  });
  return new Set([...answered, ...comments.map(hearingId)]).size;
}

function hearingId(comment: number): string {
  return digest(`hearing ${comment}`);
}

function isMarked(reply: string, kind: Marker["kind"], id: string): boolean {
  const marker = readMarker(reply);
  return marker?.kind === kind && marker.id === id;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

function words(text: string): string {
  return markdownLine(cutCharacters(text, longestWords));
}

function spoken(text: string, evidence: Hearing["rulings"][number]["evidence"]): string {
  const cited = evidence.slice(0, 3).map((one) => codeSpan(cutCharacters(citationOf(one), 300)));
  return [words(text), ...cited].join(" ");
}
