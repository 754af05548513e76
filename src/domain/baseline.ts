import { z } from "zod";
import { RuleId } from "./rule-info.ts";
import { type BlockOn, Severity } from "./severity.ts";

const mostEntries = 50_000;

/**
 * A known finding of an offline rule, without its code or a secret. `count`: how often the same code may occur in the
 * file.
 */
export const KnownFinding = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/, { error: "16 hex digits" }),
  rule: RuleId,
  severity: Severity,
  path: z.string(),
  count: z.int().positive().max(10_000).default(1),
  reason: z.string().max(500).default(""),
});
export type KnownFinding = z.infer<typeof KnownFinding>;

/** The baseline file. `pr-debate review --write-baseline` writes it, and a review reads it at the base. */
export const Baseline = z.strictObject({
  version: z.literal(1),
  findings: z.array(KnownFinding).max(mostEntries),
});
export type Baseline = z.infer<typeof Baseline>;

/** The findings of offline rules that the base does not want in a report again. */
export interface Silencing {
  readonly blockOn: BlockOn;
  /** Rules that are switched off, by id, with the reason or an empty text. */
  readonly off: ReadonlyMap<string, string>;
  readonly baseline: readonly KnownFinding[];
  /** The ids of all rules, also for languages that the change does not have. */
  readonly ruleIds: readonly string[];
}

/**
 * Joins both lists. If both know a finding, the higher count and the existing reason win. Sorted, so that a diff of the
 * file is short.
 */
export function joinedBaseline(before: readonly KnownFinding[], found: readonly KnownFinding[]): Baseline {
  const known = new Map<string, KnownFinding>();
  for (const one of [...before, ...found]) {
    const { rule, fingerprint, count, reason } = one;
    const key = `${rule} ${fingerprint}`;
    const other = known.get(key);
    known.set(key, { ...one, count: Math.max(count, other?.count ?? 0), reason: other?.reason || reason });
  }
  const keyOf = ({ path, rule, fingerprint }: KnownFinding): string => JSON.stringify([path, rule, fingerprint]);
  const findings = [...known.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { version: 1, findings };
}
