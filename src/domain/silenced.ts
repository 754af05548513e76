import { z } from "zod";
import { RuleId } from "./rule-info.ts";
import { Severity } from "./severity.ts";

/** `comment`: beside the code. `baseline`: known at the base. `setting`: the rule is switched off. */
export const silencers = ["comment", "baseline", "setting"] as const;
export type Silencer = (typeof silencers)[number];

/** A finding of an offline rule that is listed and not reported. `reason` is the repository's own words, untrusted; it may be empty. */
export const Silenced = z.object({
  rule: RuleId,
  severity: Severity,
  title: z.string(),
  path: z.string(),
  line: z.number().int().positive(),
  by: z.enum(silencers),
  reason: z.string(),
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
});
export type Silenced = z.infer<typeof Silenced>;
