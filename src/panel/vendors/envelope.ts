import { z } from "zod";
import { parseJson } from "./vendor.ts";

/** What a program said: its answer, or the reason why it has none. */
interface Said {
  readonly text: string;
  readonly failure: string | null;
}

const maybe = z.string().optional().catch(undefined);
const Failure = z.union([z.string(), z.looseObject({ message: z.string() }).transform(({ message }) => message)]);
const maybeFailure = Failure.optional().catch(undefined);

/** The fields in which agents put an answer, in the object that they end with or in one of their events. */
const Event = z.looseObject({
  type: maybe,
  role: maybe,
  subtype: maybe,
  is_error: z.boolean().optional().catch(undefined),
  delta: z.boolean().optional().catch(undefined),
  result: maybe,
  response: maybe,
  content: maybe,
  message: maybe,
  structured_output: z.looseObject({}).optional().catch(undefined),
  errors: z.array(z.string()).optional().catch(undefined),
  error: maybeFailure,
  item: z.looseObject({ type: maybe, text: maybe, message: maybe }).optional().catch(undefined),
  msg: z.looseObject({ type: maybe, message: maybe }).optional().catch(undefined),
  data: z.looseObject({ content: maybe, message: maybe }).optional().catch(undefined),
});
type Event = z.infer<typeof Event>;

/**
 * Opens what `--output-format json` and its like put around an answer: one object, a list of events, or an event a line. An answer that stands
 * alone comes back as it is.
 */
export function openEnvelope(printed: string): Said {
  const plain: Said = { text: printed.trim(), failure: null };
  const whole = parseJson(plain.text);
  if (whole === undefined) return saidIn(eventsOf(plain.text.split("\n").flatMap(eventInLine))) ?? plain;
  return (Array.isArray(whole) ? saidIn(eventsOf(whole)) : saidByObject(whole)) ?? plain;
}

/** Other lines, such as warnings, stand among the events. */
function eventInLine(line: string): unknown[] {
  const value = line.trim().startsWith("{") ? parseJson(line) : undefined;
  return value === undefined ? [] : [value];
}

function eventsOf(values: readonly unknown[]): Event[] {
  return values.flatMap((value) => {
    const { data } = Event.safeParse(value);
    return data === undefined || (data.type === undefined && data.msg === undefined) ? [] : [data];
  });
}

/** The keys beside an answer that make an object an envelope. */
const marks = ["stats", "session_id", "usage", "total_cost_usd", "duration_ms", "num_turns", "model", "thread_id"];

function saidByObject(value: unknown): Said | null {
  const { data: event } = Event.safeParse(value);
  if (event === undefined) return null;
  const known = saidIn(eventsOf([event]));
  if (known !== null) return known;
  const keys = Object.keys(event);
  const isEnvelope = keys.length === 1 || keys.some((key) => marks.includes(key));
  const text = event.response ?? event.result ?? (keys.length === 1 ? event.content : undefined);
  if (isEnvelope && text !== undefined && text !== "") return { text, failure: null };
  return isEnvelope && event.error !== undefined ? { text: "", failure: event.error } : null;
}

/** The last result, else the last message of the agent, else the last error; null where no event is one of these. */
function saidIn(events: readonly Event[]): Said | null {
  const result = events.findLast(
    ({ type, result: text, is_error, structured_output, subtype }) =>
      type === "result" &&
      (text !== undefined || structured_output !== undefined || is_error === true || /^error/.test(subtype ?? "")),
  );
  if (result !== undefined) return saidByResult(result);
  const parts = events.flatMap((event) => (event.type === "message" && event.role === "assistant" ? [event] : []));
  if (parts.length > 0)
    return {
      text: parts.some(({ delta }) => delta)
        ? parts.map(({ content = "" }) => content).join("")
        : (parts.at(-1)?.content ?? ""),
      failure: null,
    };
  const message = events.flatMap((event) => messageOf(event) ?? []).at(-1);
  if (message !== undefined) return { text: message, failure: null };
  const failure = events.flatMap((event) => failureOf(event) ?? []).at(-1);
  return failure === undefined ? null : { text: "", failure };
}

function saidByResult({ result = "", is_error, subtype = "", errors = [], error, structured_output }: Event): Said {
  if (is_error === true || /^error/.test(subtype))
    return {
      text: "",
      failure: [result, error ?? "", ...errors].filter(Boolean).join(" ") || subtype || "an error without a reason",
    };
  return {
    text: result === "" && structured_output !== undefined ? JSON.stringify(structured_output) : result,
    failure: null,
  };
}

function messageOf({ type, item, msg, data }: Event): string | undefined {
  if (type === "item.completed" && item?.type === "agent_message") return item.text;
  if (msg?.type === "agent_message") return msg.message;
  return type === "assistant.message" ? data?.content : undefined;
}

function failureOf({ type = "", message, error, item, msg, data }: Event): string | undefined {
  if (msg?.type === "error") return msg.message;
  if (item?.type === "error") return item.message;
  return /(?:^|[._])(?:error|failed)$/.test(type) ? (error ?? message ?? data?.message) : undefined;
}
