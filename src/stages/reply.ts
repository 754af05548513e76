import { z } from "zod";
import { readJson } from "./read-json.ts";

/** A reply cannot be used. The message says why, as the end of a sentence. */
export class Unusable extends Error {
  override readonly name = "Unusable";
}

/** The usable items of a list; `dropped` names each other one with its fault. */
export interface Salvaged<Item> {
  readonly items: readonly Item[];
  readonly dropped: readonly string[];
}

/** The forms that structured output asks for, by fields that read more than that. */
const strictForms = new WeakMap<object, z.ZodType>();
/** The lists that replies are about. */
const mainLists = new WeakSet<object>();

/** A field that reads tolerantly, and the strict form that structured output asks for. */
export function asked<Field extends z.ZodType>(strict: z.ZodType, field: Field): Field {
  strictForms.set(field, strict);
  return field;
}

/**
 * An object whose keys may be spelled in another way: `failure_path`, `failure-path` and `FailurePath` are all `failurePath`. If there are
 * several, our own spelling wins, unless it is empty. Keys that the shape does not have are ignored. The key of a main list has one spelling.
 */
export function inAnySpelling<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<Shape, z.core.$strip>> {
  const keys = Object.entries(shape);
  const known = new Map(keys.map(([key]) => [lettersOf(key), key]));
  const exact = keys.flatMap(([key, field]) => (mainLists.has(field) ? [key] : []));
  return z.preprocess((given) => respelled(given, known, exact), z.object(shape));
}

/**
 * The list that a reply is about. Broken items are dropped with their reason; a missing or wholly broken list is not an answer, and never
 * "nothing found".
 */
export function mainList<Item>(key: string, item: z.ZodType<Item>) {
  const list = z.array(z.unknown()).transform((given, context): Salvaged<Item> => {
    const { items, dropped } = salvage(given, key, item);
    if (given.length > 0 && items.length === 0)
      context.addIssue({ code: "custom", message: `nothing in it can be used: ${dropped[0]}` });
    return { items, dropped };
  });
  mainLists.add(list);
  return asked(z.array(item), list);
}

/** A list next to the main one. It may be missing, one object counts as a list of one, and a broken item costs only itself. */
export function sideList<Item>(key: string, item: z.ZodType<Item>) {
  const list = z
    .unknown()
    .optional()
    .transform((given): Salvaged<Item> => {
      const one = typeof given === "object" && given !== null ? [given] : [];
      return salvage(Array.isArray(given) ? given : one, key, item);
    });
  return asked(z.array(item), list);
}

/** Reads the JSON in an answer. A main list that is empty only after a repair is not an answer either. */
export function readReply<Reply>(answer: string, schema: z.ZodType<Reply>): Reply {
  const json = readJson(answer);
  if (!json.ok) throw new Unusable(json.reason);
  const reply = schema.safeParse(json.value);
  if (!reply.success) {
    const problem = problemOf(reply.error);
    const isWhole = reply.error.issues[0]?.code === "custom";
    throw new Unusable(isWhole ? problem : `it does not have the agreed form (${problem})`);
  }
  const empty = json.repaired ? emptyMainList(schema, reply.data) : undefined;
  if (empty !== undefined) throw new Unusable(`its JSON is not valid and "${empty}" is empty`);
  return reply.data;
}

/** The JSON Schema of a reply for structured output. Vendors want every field present, no other field, and know no limits or defaults. */
export function strictSchema(reply: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(reply, {
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      const form = strictForms.get(zodSchema);
      const strict = form === undefined ? withoutLimits(jsonSchema) : strictSchema(form);
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, strict);
    },
  });
  return schema;
}

function withoutLimits(schema: z.core.JSONSchema.BaseSchema): Record<string, unknown> {
  const limits = ["minLength", "maxLength", "minimum", "maximum", "default", "required", "additionalProperties"];
  const rest = Object.entries(schema).filter(([key]) => !limits.includes(key));
  const required = Object.keys(schema.properties ?? {});
  return Object.fromEntries(
    schema.properties === undefined ? rest : [...rest, ["required", required], ["additionalProperties", false]],
  );
}

const Empty = z.object({ items: z.tuple([]), dropped: z.tuple([]) });

function emptyMainList(schema: z.ZodType, reply: unknown): string | undefined {
  const form = schema instanceof z.ZodPipe ? schema.out : schema;
  const fields = form instanceof z.ZodObject ? Object.entries(form.shape) : [];
  const values = new Map(Object.entries(Object(reply)));
  return fields.find(([key, field]) => mainLists.has(field) && Empty.safeParse(values.get(key)).success)?.[0];
}

function salvage<Item>(given: readonly unknown[], key: string, schema: z.ZodType<Item>): Salvaged<Item> {
  const read = given.map((one) => schema.safeParse(one));
  return {
    items: read.flatMap(({ data, success }) => (success ? [data] : [])),
    dropped: read.flatMap(({ error }, index) => (error ? [`${key}[${index}]: ${problemOf(error)}`] : [])),
  };
}

function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "unreadable";
  return issue.code === "custom" ? issue.message : `${issue.path.join(".") || "the whole"}: ${issue.message}`;
}

function respelled(given: unknown, known: ReadonlyMap<string, string>, exact: readonly string[]): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const key = known.get(lettersOf(name));
    if (key === undefined || (exact.includes(key) && name !== key)) continue;
    const isBetter = name === key ? !isNone(value) : isNone(values.get(key));
    if (isBetter || !values.has(key)) values.set(key, value);
  }
  return Object.fromEntries(values);
}

function lettersOf(key: string): string {
  return key.replace(/[\s_-]+/g, "").toLowerCase();
}

function isNone(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
