import type { Review } from "../../domain/review.ts";
import type { State, Told } from "../../domain/state.ts";

type Change = Review["change"];

/** The last review again, from its state. It has no words of its debate if they were too long to keep. */
export function rememberedReview(state: State, change: Change, now: string): Review {
  const { result, conclusion, title, panel, confidence, findings, told } = state;
  const { eliminated, ...rest } = told ?? untold(state, change, now);
  return {
    ...rest,
    kind: "review",
    result,
    conclusion,
    title,
    reason: title,
    panel,
    confidence,
    findings: findings.filter(({ status }) => status === "accepted" || status === "disputed"),
    eliminated: [
      ...eliminated.filter(({ status }) => status !== "dismissed"),
      ...findings.filter(({ status }) => status === "dismissed"),
    ],
  };
}

function untold({ grounds, finishedAt = "" }: State, change: Change, now: string): Told {
  const states = ["full", "partial", "excluded", "unreviewed"] as const;
  const files = states.flatMap((state) =>
    Array.from({ length: grounds?.files[state] ?? 0 }, () => ({ path: "(name not kept)", state })),
  );
  const at = finishedAt === "" ? now : finishedAt;
  return {
    summary: null,
    residualRisks: [],
    openQuestions: [],
    eliminated: [],
    lookups: [],
    silenced: [],
    rules: [],
    notes: ["The texts of this review's debate were too long to store; `/debate review` debates the change again."],
    rounds: [],
    hearings: [],
    scores: [],
    winner: null,
    stopReason: null,
    coverage: { complete: grounds?.isCovered ?? true, files },
    unreadable: [],
    usage: { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, seats: [] },
    change,
    startedAt: at,
    finishedAt: at,
  };
}

/** The state of a pull request before its first review has ended. Its head is not a real commit. */
export const unreviewed: State = {
  version: 1,
  head: "0".repeat(40),
  base: "",
  fingerprint: "",
  attempt: 1,
  complete: false,
  result: "inconclusive",
  conclusion: "failure",
  title: "Review incomplete, not a code finding: no review of this pull request has ended yet",
  panel: { state: "failed", seats: [] },
  confidence: null,
  findings: [],
  posted: [],
  spentUsd: 0,
};
