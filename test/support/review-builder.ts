import { createHash } from "node:crypto";
import type { Measures } from "../../src/domain/discussion/metrics.ts";
import type { Finding } from "../../src/domain/finding.ts";
import type { SeatReport } from "../../src/domain/panel.ts";
import type { Review } from "../../src/domain/review.ts";

/** The id a test finding gets from its name: stable, 8 hex. */
export function idOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 8);
}

/** An accepted P1 finding on a line of the diff. */
export function aFinding(overrides: Partial<Finding> = {}): Finding {
  return {
    id: idOf(`${overrides.path ?? ""}${overrides.title ?? ""}${overrides.line ?? ""}`),
    severity: "P1",
    category: "correctness",
    title: "The last page is never read",
    detail: "The loop ends one page early, so callers silently get a shorter list.",
    quote: "for (let page = 1; page < pages; page += 1) {",
    path: "src/list.ts",
    anchor: "hunk",
    line: 12,
    side: "RIGHT",
    raisedBy: ["claude"],
    alsoReported: [],
    votes: { agree: ["gpt"], dispute: [], abstain: [] },
    confidence: 1,
    status: "accepted",
    ...overrides,
  };
}

/** A healthy counted seat. */
export function aSeat(overrides: Partial<SeatReport> = {}): SeatReport {
  return {
    name: "claude",
    provider: "anthropic",
    model: "claude-test",
    persona: "correctness",
    counted: true,
    healthy: true,
    ...{ repairs: 0, partial: false },
    ...overrides,
  };
}

/** The figures of a review, of which nothing is measured unless the test says so. */
export function someMetrics(overrides: Partial<Measures> = {}): Measures {
  return {
    ...{ roundsToConsensus: null, challengeDepth: null, evidenceDiversity: null, survivalRate: null },
    ...{ revisions: null, rejections: null, revisionShare: null, ruleCompliance: null, families: null },
    ...{ agreementAboveChance: null, rigor: null, grounding: null, perspectiveCoverage: null },
    ...{ consensusStrength: null, qualityScore: null, violations: [], ...overrides },
  };
}

/** A complete, clean review by two model seats and the offline rules. */
export function aReview(overrides: Partial<Review> = {}): Review {
  const amounts = { calls: 2, inputTokens: 6000, cachedInputTokens: 2000, outputTokens: 400, costUsd: 0.0123 };
  return {
    kind: "review",
    result: "clean",
    reason: "Both seats reviewed every file.",
    conclusion: "success",
    title: "No findings",
    summary: null,
    unreadable: [],
    panel: {
      state: "full",
      seats: [
        aSeat(),
        aSeat({ name: "gpt", provider: "openai", model: "gpt-test", persona: "security" }),
        aSeat({ name: "rules", provider: "rules", model: "", persona: "", counted: false }),
      ],
    },
    findings: [],
    lookups: [],
    residualRisks: [],
    openQuestions: [],
    eliminated: [],
    silenced: [],
    rules: [],
    notes: [],
    rounds: [],
    hearings: [],
    scores: [],
    winner: null,
    confidence: 100,
    stopReason: "agreed",
    coverage: { complete: true, files: [{ path: "src/list.ts", state: "full" }] },
    usage: {
      ...amounts,
      calls: 4,
      seats: [
        { name: "claude", ...amounts },
        { name: "gpt", ...amounts, costUsd: null },
      ],
    },
    change: {
      repo: "acme/shop",
      number: 12,
      base: { ref: "main", sha: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d" },
      head: { ref: "fix-pages", sha: "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432" },
    },
    startedAt: "2026-03-01T10:00:00.000Z",
    finishedAt: "2026-03-01T10:02:05.000Z",
    ...overrides,
  };
}
