import { z } from "zod";
import { platforms } from "../../domain/change.ts";
import { Category, Severity } from "../../domain/severity.ts";
import { FlowMatch } from "../flow/flow.ts";

/** Languages with a grammar. TypeScript and TSX are further targets of every `javascript` rule. */
export const languages = ["javascript", "typescript", "tsx", "python", "java", "go", "yaml"] as const;

/** What code can find out about a match beyond its shape; `rule-scan.ts` knows how. */
const checks = ["regex-exponential", "regex-polynomial"] as const;

/**
 * One offline rule, one YAML file. `match` is an ast-grep rule configuration: `rule`, and optionally `constraints` and `utils`.
 * `paths` narrows by glob (for example workflow files). `mentions` are texts, upper and lower case told apart, of which every source that
 * can match contains at least one: a source without any is not scanned. `mayChange` is a regular expression: a line that matched at the base,
 * and differs only in what it matches, is nothing new. `check` keeps only the matches that it confirms. A rule may be P0 only when its match
 * shows the whole path from input to harm.
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

/** The words of a rule. */
export type RuleText = Pick<Rule, "id" | "title" | "message" | "failurePath" | "fix">;

/** Is the rule worth running on the source? Compiling a rule costs more than searching its mentions. */
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

/** The grammar for a path, by its extension; `null` for kinds of file no rule can read. */
export function languageOf(path: string): (typeof languages)[number] | null {
  const extension = /\.(?<extension>[a-z]+)$/i.exec(path)?.groups?.["extension"]?.toLowerCase() ?? "";
  return Object.hasOwn(languageOfExtension, extension) ? (languageOfExtension[extension] ?? null) : null;
}
