import { z } from "zod";
import { causedBy, ReviewError } from "../../domain/errors.ts";
import { quoted } from "../../domain/known-names.ts";

const path = z.string().regex(/\S/);
const line = z.number().int().positive();

/** A defect that a case is known to have. Lines are 1-based and inclusive, at the head unless `side` says base. */
const Label = z
  .strictObject({
    /** The fault, in words. */
    text: z.string().regex(/\S/),
    /** The file, as the diff names it. Left out where the place is not known. */
    path: path.optional(),
    from: line.optional(),
    /** `from` if it is left out. */
    to: line.optional(),
    side: z.enum(["head", "base"]).default("head"),
    severity: z.string().optional(),
  })
  .refine(({ path: file, from }) => from === undefined || file !== undefined, "from needs a path")
  .refine(
    ({ from, to }) => to === undefined || (from !== undefined && to >= from),
    "to needs from, and is not before it",
  );
export type Label = z.infer<typeof Label>;

const common = { id: z.string().min(1).max(200), findings: z.array(Label) };

/** One labelled change: two commits of a repository, a file with a diff, or the text of a diff. No findings: a clean change. */
export const LabelledCase = z.union([
  z.strictObject({ ...common, repository: path, base: z.string().min(1), head: z.string().min(1) }),
  z.strictObject({ ...common, diff: path }),
  z.strictObject({ ...common, patch: z.string().min(1) }),
]);
export type LabelledCase = z.infer<typeof LabelledCase>;

const form =
  'A case is one line, such as {"id":"login","diff":"login.diff","findings":[{"path":"a.ts","from":3,"text":"…"}]}.';

/** Cases from JSON lines. `name` is the file, for errors. Throws a `ReviewError` that names the line. */
export function casesFrom(text: string, name: string): readonly LabelledCase[] {
  if (isOneDocument(text))
    throw new ReviewError(`${quoted(name)} is one JSON document of another kind, and cases are lines of JSON.`, form);
  const cases = text.split("\n").flatMap((one, index) => {
    if (one.trim() === "") return [];
    const place = `${quoted(name)}, line ${index + 1}`;
    const { success, data, error } = LabelledCase.safeParse(jsonOf(one, place));
    if (success) return [data];
    throw new ReviewError(`${place} is not a case: ${problemIn(error)}.`, form);
  });
  return checked(cases, name);
}

/** The same cases. Throws a `ReviewError` for a list that is empty, and for an id that is used twice. */
export function checked(cases: readonly LabelledCase[], name: string): readonly LabelledCase[] {
  if (cases.length === 0) throw new ReviewError(`${quoted(name)} contains no case.`, form);
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id))
      throw new ReviewError(`${quoted(name)} has two cases with the id ${quoted(id)}.`, "Give each its own id.");
    ids.add(id);
  }
  return cases;
}

/** The data of a JSON text. Throws a `ReviewError` that begins with `place`. */
export function jsonOf(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw causedBy(new Error("it may be cut off", { cause: error }), `${place} is not complete JSON`, form);
  }
}

/** A JSON object over several lines. A single line can be a file with one case. */
function isOneDocument(text: string): boolean {
  if (!/^\s*\{\s*\n/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The first fault. A case has three forms, so the issues of the closest form are named. */
function problemIn({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.code !== "invalid_union") return said(issue);
  const nearest = issue.errors.toSorted((one, other) => one.length - other.length)[0];
  return said(nearest?.[0] ?? issue);
}

function said(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return "it has another form";
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return `it has the unknown key ${quoted(issue.keys[0] ?? "")}`;
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return `${field} is missing`;
  return field === "" ? issue.message : `${field}: ${issue.message}`;
}
