import type { ProviderReply } from "../domain/provider.ts";
import { type Question, requestFor } from "./llm-request.ts";
import type { Reading } from "./reply-list.ts";
import type { LlmOptions } from "./stage.ts";

/** Turns the text of an answer into what was asked for. */
export type Reader<Value> = (answer: string) => Reading<Value>;

/**
 * Asks a model, and once more when the answer is empty, cut off, refused or unreadable; then throws with the reason, which makes it a
 * Failure of the seat and never an empty answer. What the provider throws passes through.
 */
export async function ask<Value>(
  options: LlmOptions,
  question: Question,
  read: Reader<Value>,
  signal: AbortSignal,
): Promise<Value> {
  const first = await askOnce(options, question, read, signal);
  if (first.ok) return first.value;
  const second = await askOnce(options, question, read, signal, first.reason);
  if (second.ok) return second.value;
  throw new Error(`gave no usable answer to ${question.stage} in two attempts: ${second.reason}`);
}

/** One request. Only a valid answer is kept for replay. */
export async function askOnce<Value>(
  options: LlmOptions,
  question: Question,
  read: Reader<Value>,
  signal: AbortSignal,
  problem: string | null = null,
): Promise<Reading<Value>> {
  signal.throwIfAborted();
  const reply = await options.provider.complete(requestFor(options, question, problem), signal);
  const fault = faultOf(reply, options.maxOutputTokens);
  const reading = fault === null ? read(reply.text) : { ok: false as const, reason: fault };
  if (reading.ok) await reply.keep?.();
  return reading;
}

/** A cut or refused answer is none, even where its beginning reads like one. */
function faultOf({ stop, text }: ProviderReply, maxOutputTokens: number): string | null {
  if (stop === "truncated") return `it was cut off at the limit of ${maxOutputTokens} output tokens`;
  if (stop === "refused") return "the model refused to answer";
  return text.trim() === "" ? "it is empty" : null;
}
