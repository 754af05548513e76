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
  critical: "P0",
  blocker: "P0",
  p1: "P1",
  high: "P1",
  major: "P1",
  p2: "P2",
  medium: "P2",
  minor: "P2",
  low: "P2",
};

/** Reads what a model or rule wrote as a severity; `null` when it is none of ours. Never guesses downward (H23, golden j). */
export function readSeverity(value: unknown): Severity | null {
  if (typeof value !== "string") return null;
  return Object.hasOwn(synonyms, value.trim().toLowerCase()) ? (synonyms[value.trim().toLowerCase()] ?? null) : null;
}

/** 0 is worst. */
export function rank(severity: Severity): number {
  return severities.indexOf(severity);
}

/** Moves `from` towards `to` by at most one step: no voter sinks or lifts a severity further (design §4). */
export function stepTowards(from: Severity, to: Severity): Severity {
  return severities[rank(from) + Math.sign(rank(to) - rank(from))] ?? from;
}

/** Median of the raisers' severities; between two middles the worse one wins. */
export function medianSeverity(raised: readonly Severity[]): Severity {
  const sorted = [...raised].sort((a, b) => rank(a) - rank(b));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? "P2";
}

/** Protected findings leave the review only by the removal bar of design §4, never by votes alone. */
export function isProtected(finding: { severity: Severity; category: Category }): boolean {
  const sensitive = finding.category === "security" || finding.category === "privacy";
  return finding.severity === "P0" || (finding.severity === "P1" && sensitive);
}
