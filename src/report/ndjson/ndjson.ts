import type { DebateEvent } from "../../domain/events.ts";
import type { Plan } from "../../domain/plan.ts";
import { redactAll } from "../../text/redact.ts";
import { publicReview, safeJsonLine } from "../json.ts";
import { publicPlan } from "../plan/json.ts";
import type { Report } from "../report.ts";
import { eventLines, type StreamLine } from "./stream-line.ts";

/** The last line of a stream; the lines before it are written while the review runs. */
export const ndjson: Report = (review) => safeJsonLine({ type: "review", review: publicReview(review) });

/** The same for a plan. */
export function planNdjson(plan: Plan): string {
  return safeJsonLine({ type: "plan", plan: publicPlan(plan) });
}

/** One event as one line, without secrets, or null if it is not part of the stream. `secrets`: values of ours. */
export function eventLine(event: DebateEvent, secrets: readonly string[]): string | null {
  const schema = eventLines[event.type];
  return schema === null ? null : safeJsonLine(schema.parse(redactAll(event, secrets)));
}

/** The first line, or the last one of a run without a result. */
export function frameLine(line: Extract<StreamLine, { type: "start" | "error" }>, secrets: readonly string[]): string {
  return safeJsonLine(redactAll(line, secrets));
}
