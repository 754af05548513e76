import { z } from "zod";

/** Ordered worst first. P0 breaks (crash, data loss, security, build); P1 is a likely bug; P2 is minor. */
export const severities = ["P0", "P1", "P2"] as const;
export const Severity = z.enum(severities);
export type Severity = z.infer<typeof Severity>;

export const categories = [
  "security",
  "privacy",
  "data-loss",
  "crash",
  "correctness",
  "concurrency",
  "error-handling",
  "api",
  "performance",
  "resource",
  "build",
  "test",
  "other",
] as const;
export const Category = z.enum(categories).catch("other");
export type Category = (typeof categories)[number];

const synonyms: Readonly<Record<string, Severity>> = {
  p0: "P0",
  sev0: "P0",
  critical: "P0",
  crit: "P0",
  blocker: "P0",
  blocking: "P0",
  fatal: "P0",
  severe: "P0",
  catastrophic: "P0",
  showstopper: "P0",
  emergency: "P0",
  urgent: "P0",
  p1: "P1",
  sev1: "P1",
  high: "P1",
  major: "P1",
  important: "P1",
  serious: "P1",
  error: "P1",
  p2: "P2",
  sev2: "P2",
  medium: "P2",
  minor: "P2",
  low: "P2",
};

const longestWording = 60;

/**
 * Reads a severity from a model's or rule's words: the most severe of the words that name one, so "P0 (critical)" is
 * P0. `null` if none does. Never guesses downward (H23).
 */
export function readSeverity(value: unknown): Severity | null {
  if (typeof value !== "string" || value.length > longestWording) return null;
  const words = value.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const named = words.flatMap((word) => (Object.hasOwn(synonyms, word) ? (synonyms[word] ?? []) : []));
  return severities.find((severity) => named.includes(severity)) ?? null;
}

const securityWords =
  /secur|vulnerab|exploit|inject|xss|csrf|ssrf|\brce\b|\bauth|credential|secrets?\b|traversal|deserial|crypto|access-control|cwe|owasp/;
const privacyWords = /privacy|\bpii\b|gdpr|personal-data/;

/**
 * Reads a category from a model's words. One that is in no list is "other", but words for security and privacy keep the protection of
 * these: "SQL injection" is security. Never guesses downward.
 */
export function readCategory(value: unknown): Category {
  const texts = [value].flat().filter((text) => typeof text === "string");
  const words = texts
    .join(" ")
    .slice(0, longestWording)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-");
  const named = categories.find((category) => category === words);
  if (named !== undefined) return named;
  if (securityWords.test(words)) return "security";
  return privacyWords.test(words) ? "privacy" : "other";
}

/** Position in the list of severities; 0 is worst. */
export function rank(severity: Severity): number {
  return severities.indexOf(severity);
}

/** Moves `from` towards `to` by at most one step, so that no voter changes a severity further. */
export function stepTowards(from: Severity, to: Severity): Severity {
  return severities[rank(from) + Math.sign(rank(to) - rank(from))] ?? from;
}

/** Median of the raisers' severities; between two middles the worse one wins. */
export function medianSeverity(raised: readonly Severity[]): Severity {
  const sorted = [...raised].sort((a, b) => rank(a) - rank(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? "P2";
}

/** A protected finding leaves the review only by the removal bar (docs/protocol.md), never by votes alone. */
export function isProtected(finding: { severity: Severity; category: Category }): boolean {
  const sensitive = finding.category === "security" || finding.category === "privacy";
  return finding.severity === "P0" || (finding.severity === "P1" && sensitive);
}

/** The severity from which findings block a merge, as the base's settings say. */
export type BlockOn = Severity | "never";

export function isBlocking({ severity }: { readonly severity: Severity }, blockOn: BlockOn): boolean {
  return blockOn !== "never" && rank(severity) <= rank(blockOn);
}
