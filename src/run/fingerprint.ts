import { createHash } from "node:crypto";
import type { Environment } from "../local/git.ts";
import { decidesSeats, keysIn } from "../vendors/environment.ts";
import { vendors } from "../vendors/index.ts";

/** Everything but head and base that a verdict depends on: settings, rules and guide of the base, the seats, the inputs of this run. */
export interface FingerprintParts {
  readonly settings: string | null;
  readonly guide: string;
  readonly rules: readonly string[];
  readonly env: Environment;
  readonly inputs: Readonly<Record<string, string | number | undefined>>;
  readonly version: string;
}

/** Covers which keys are set, never the keys themselves. */
export function verdictFingerprint(
  { settings, guide, rules, env, inputs, version }: FingerprintParts,
  table = vendors,
): string {
  const own = Object.entries(env)
    .filter(([name, value]) => value && decidesSeats(name, table))
    .map(([name, value]) => [name, keysIn({ [name]: value }, table).length > 0 ? "set" : value])
    .sort();
  return createHash("sha256")
    .update(JSON.stringify([version, settings, guide, rules, own, Object.entries(inputs).sort()]))
    .digest("hex")
    .slice(0, 32);
}
