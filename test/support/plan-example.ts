import type { Alternative, JudgedStep, Plan } from "../../src/domain/plan.ts";

/** A plan with something in every part, and the same text in every field that a model or a repository fills. */
export function planSaying(text: string): Plan {
  const seat = { name: text, provider: text, model: text, persona: text, counted: true, healthy: false, failure: text };
  const amounts = { calls: 3, inputTokens: 100, cachedInputTokens: 10, outputTokens: 20, costUsd: null };
  const step: JudgedStep = {
    ...{ id: "s1", phase: text, title: text, description: text, files: [text], dependsOn: ["s2"], needs: [text] },
    ...{ raisedBy: [text], backedBy: [text], agreement: 0.5 },
    alsoProposed: [{ seat: text, title: text, description: text }],
    dissent: [
      { seat: text, kind: "disagrees", reason: text },
      { seat: text, kind: "wants a change", reason: text, change: text },
    ],
  };
  const lost: Alternative = { ...step, id: "s3", because: text };
  return {
    kind: "plan",
    ...{ result: "degraded", reason: text, question: text, summary: text },
    phases: [
      { title: text, steps: [step] },
      { title: text, steps: [{ ...step, id: "s2", dependsOn: [], agreement: null }] },
    ],
    alternatives: [lost],
    ...{ risks: [text], openQuestions: [text] },
    assumptions: [{ text, seats: [text] }],
    positions: [{ seat: text, position: text }],
    scores: [{ seat: text, clarity: 1, completeness: 2, feasibility: 3, consensus: 4, total: 10 }],
    ...{ winner: text, composedBy: text, confidence: 50 },
    jury: {
      sides: [text, text],
      jurors: [
        {
          seat: text,
          model: text,
          verdict: text,
          state: "decided",
          reason: text,
          totals: [[{ seat: text, points: 60 }]],
        },
      ],
      ...{ verdict: text, because: text },
    },
    metrics: {
      ...{ roundsToConsensus: null, challengeDepth: 0, evidenceDiversity: 1, survivalRate: 0, revisions: 1 },
      ...{ rejections: 0, revisionShare: 1, ruleCompliance: 0, families: 1, agreementAboveChance: null },
      ...{ rigor: 0, grounding: 1, perspectiveCoverage: 1, consensusStrength: 0.5, qualityScore: 0.63 },
      violations: [{ seat: text, role: "critic", at: text, rule: text }],
    },
    panel: { state: "degraded", seats: [seat] },
    failures: [{ seat: text, step: "plan-open", reason: text }],
    ...{ notes: [text], context: [text] },
    usage: { ...amounts, seats: [{ name: text, ...amounts }] },
    startedAt: "2026-01-02T03:04:05.000Z",
    finishedAt: "2026-01-02T03:04:25.000Z",
  };
}
