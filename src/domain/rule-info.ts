import { z } from "zod";

/** The id of an offline rule, such as `javascript-sql-injection`. It is safe in any report. */
export const RuleId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** Secrets in commits. Silencing one at P0 needs a reason. */
export const secretRuleId = "committed-secret";

const page = "https://github.com/pr-debate/pr-debate/blob/main/docs/offline-rules.md";

/** The documentation of shipped rules. Each has a section with its id as the heading. */
export function rulePage(id: string): string {
  return `${page}#${id}`;
}

/** Information on a rule for the reader. `url` leads to its documentation; null for a rule of the repository's own. */
export const RuleInfo = z
  .object({ id: RuleId, title: z.string(), help: z.string(), url: z.string().nullable() })
  .refine(({ id, url }) => url === null || url === rulePage(id));

export type RuleInfo = z.infer<typeof RuleInfo>;
