import { z } from "zod";
import { platforms } from "../../domain/change.ts";
import { Category, Severity } from "../../domain/severity.ts";

/** Languages with a grammar. TypeScript and TSX are further targets of every `javascript` rule. */
export const languages = ["javascript", "typescript", "tsx", "python", "java", "go", "yaml"] as const;

/** A property of a match beyond its shape, checked by code in `rule-scan.ts`. */
const checks = ["regex-exponential", "regex-polynomial"] as const;

/**
 * A place that request data must not reach. `call` is tried on the full name of the callee, and on the same with the
 * type in place of the name; the answer that a function sends to a request is a call of "return". `holds` is tried on
 * the text of the argument, in which <request>, <other> and <next> mark request data, other unknown values and the
 * border between items.
 */
const Pattern = z.string().refine(isPattern, "is not a regular expression");
const Sink = z.strictObject({
  call: Pattern,
  argument: z.union([z.int().nonnegative(), z.literal("any"), z.literal("all"), z.literal("object")]).default(0),
  named: z.string().optional(),
  holds: Pattern.optional(),
  when: Pattern.optional(),
});

/**
 * The data flow of a rule: from a request into one of the sinks, within one function, unless the function calls one of
 * `unless`.
 */
const Flow = z.strictObject({
  sinks: z.array(Sink).min(1),
  unless: Pattern.optional(),
  at: z.enum(["call", "text"]).default("call"),
});
export type Flow = z.infer<typeof Flow>;

export const FlowMatch = z.strictObject({ flow: Flow });

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * One offline rule, one YAML file. `match` is an ast-grep rule configuration: `rule`, and optionally `constraints` and
 * `utils`. `paths` narrows by glob (for example to workflow files). `mentions` are case-sensitive texts; a source
 * without any of them cannot match and is not scanned. `mayChange` is a regular expression: a line that matched at the
 * base and differs only in text that it matches is not new. `check` keeps only the matches that it confirms. A rule may
 * be P0 only if its match shows the whole path from input to harm.
 */
export const Rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  languages: z.array(z.enum(languages)).min(1),
  paths: z.array(z.string()).optional(),
  severity: Severity,
  category: Category,
  platform: z.enum(platforms),
  title: z.string().min(10).max(120),
  message: z.string().min(20),
  failurePath: z.string().min(20),
  fix: z.string().min(10),
  mayChange: z.string().optional(),
  mentions: z.array(z.string().min(2)).min(1).max(20).optional(),
  check: z.enum(checks).optional(),
  match: z.union([
    FlowMatch,
    z.object({
      rule: z.record(z.string(), z.unknown()),
      constraints: z.record(z.string(), z.unknown()).optional(),
      utils: z.record(z.string(), z.unknown()).optional(),
    }),
  ]),
});
export type Rule = z.infer<typeof Rule>;

/** The texts of a rule. */
export type RuleText = Pick<Rule, "id" | "title" | "message" | "failurePath" | "fix">;

/** Whether the rule is worth running on the source. Compiling a rule costs more than searching its mentions. */
export function canMatch({ mentions }: Rule, source: string): boolean {
  return mentions?.some((mention) => source.includes(mention)) ?? true;
}

const languageOfExtension: Readonly<Record<string, (typeof languages)[number]>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  py: "python",
  java: "java",
  go: "go",
  yml: "yaml",
  yaml: "yaml",
};

/** The grammar for a path, by its extension; `null` for files that no rule can read. */
export function languageOf(path: string): (typeof languages)[number] | null {
  const extension = /\.(?<extension>[a-z]+)$/i.exec(path)?.groups?.["extension"]?.toLowerCase() ?? "";
  return Object.hasOwn(languageOfExtension, extension) ? (languageOfExtension[extension] ?? null) : null;
}
