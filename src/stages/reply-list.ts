import { z } from "zod";
import { readJson } from "./read-json.ts";

/** A reply in our words, or the reason why it is none, as the end of a sentence. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string };

/** The replies around a list, by its key: zod compiles a schema at its first use, so it is not made anew for each answer. */
const around: Readonly<Record<"findings" | "votes" | "items" | "steps", z.ZodType<Record<string, unknown[]>>>> = {
  findings: z.object({ findings: z.array(z.unknown()) }),
  votes: z.object({ votes: z.array(z.unknown()) }),
  items: z.object({ items: z.array(z.unknown()) }),
  steps: z.object({ steps: z.array(z.unknown()) }),
};

/** A reply that is one object. */
export function readObject<Reply, Value>(
  answer: string,
  schema: z.ZodType<Reply>,
  build: (reply: Reply) => Value,
): Reading<Value> {
  const json = readJson(answer);
  if (!json.ok) return json;
  const reply = schema.safeParse(json.value);
  if (!reply.success) return { ok: false, reason: `it is not of the agreed form (${problemOf(reply.error)})` };
  return { ok: true, value: build(reply.data) };
}

/**
 * A reply around one list. Broken items are dropped with their reason; a list that is missing, wholly broken, or empty only after a repair
 * is no answer, never "nothing found".
 */
export function readList<Item, Value>(
  answer: string,
  key: keyof typeof around,
  schema: z.ZodType<Item>,
  build: (items: readonly Item[], dropped: readonly string[], reply: unknown) => Value,
): Reading<Value> {
  const json = readJson(answer);
  if (!json.ok) return json;
  const reply = around[key].safeParse(json.value);
  if (!reply.success) return { ok: false, reason: `it is not of the agreed form (${problemOf(reply.error)})` };
  const given = reply.data[key] ?? [];
  if (given.length === 0 && json.repaired) return { ok: false, reason: `its JSON is not valid and "${key}" is empty` };
  const { items, dropped } = salvage(given, key, schema);
  if (given.length > 0 && items.length === 0) return { ok: false, reason: `nothing in it can be used: ${dropped[0]}` };
  return { ok: true, value: build(items, dropped, json.value) };
}

/** The usable items of a list; `dropped` says of each other one what is wrong with it. */
export function salvage<Item>(
  given: readonly unknown[],
  key: string,
  schema: z.ZodType<Item>,
): { items: Item[]; dropped: string[] } {
  const items: Item[] = [];
  const dropped: string[] = [];
  for (const [index, one] of given.entries()) {
    const item = schema.safeParse(one);
    if (item.success) items.push(item.data);
    else dropped.push(`${key}[${index}]: ${problemOf(item.error)}`);
  }
  return { items, dropped };
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "unreadable";
  return issue.code === "custom" ? issue.message : `${issue.path.join(".") || "the whole"}: ${issue.message}`;
}
