import type { Decision } from "../decisions/decide.ts";
import { rememberedReview } from "../decisions/remembered.ts";
import type { Decisions } from "../domain/decisions.ts";
import type { State } from "../domain/state.ts";
import { explanationOf, helpText, statusText } from "../publication/answer.ts";
import { markerOf } from "../publication/marker.ts";
import type { Existing } from "../publication/recognise.ts";
import { redactedReview } from "../publication/redacted.ts";
import { ownSecrets } from "../run/own-secrets.ts";
import type { Scene } from "./obey.ts";
import { postInThread } from "./post-in-thread.ts";

/** What somebody asked to be told, as text for a comment; null where it was said in the finding's own thread. */
export async function tell(
  scene: Scene,
  { what, finding }: Extract<Decision, { kind: "tell" }>,
  { existing, decisions }: { readonly existing: Existing; readonly decisions: Decisions },
  signal: AbortSignal,
): Promise<string | null> {
  const { state } = existing;
  if (what === "help") return helpText();
  if (what === "status" || state === null || finding === null) return statusText(state, decisions, scene.pull.head.sha);
  const text = explanation(scene, state, finding);
  const thread = existing.threads.find((one) => one.finding === finding);
  if (thread === undefined) return text;
  const reply = `${markerOf({ kind: "answer", id: finding, head: state.head, attempt: state.attempt })}\n\n${text}`;
  return (await postInThread(scene, thread, reply, signal)) ? null : text;
}

function explanation({ options, pull }: Scene, state: State, id: string): string {
  const { repo, number, base, head } = pull;
  const known = rememberedReview(state, { repo, number, base, head }, options.now().toISOString());
  const review = redactedReview(known, ownSecrets(options));
  const finding = [...review.findings, ...review.eliminated].find((one) => one.id === id);
  return finding === undefined ? "" : explanationOf(review, finding);
}
