import type { FreeDebate } from "../../src/domain/discussion/free-debate.ts";

/** A debate that says one text in every field where a seat, a person or a repository chooses the words. */
export function debateSaying(text: string): FreeDebate {
  const cited = [
    { path: text, line: 3, quote: text, found: true },
    { path: text, quote: text, found: false, because: text },
  ];
  const usage = { calls: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: 0 };
  const seat = { name: text, provider: text, model: text, persona: text, counted: true };
  const turn = { seat: text, position: "P1", text, argument: text, confidence: 0.5, evidence: cited, novelty: 1 };
  return {
    ...{ kind: "debate", result: "adopted", held: true, reason: text, topic: text },
    ...{ strategy: "devils-advocate", adjudication: "supreme-court" },
    panel: { state: "degraded", seats: [{ ...seat, healthy: false, failure: text }] },
    positions: [
      {
        id: "P1",
        seat: text,
        opening: text,
        text: `${text} now`,
        adopted: "P2",
        confidence: 0.5,
        uncertainties: [text],
      },
    ],
    claims: [
      {
        ...{ id: "C1", position: "P1", seat: text, title: text, detail: text, confidence: null, evidence: cited },
        ...{ requiredChanges: [text], givenUp: { round: 1, reason: text }, grantedBy: [text] },
      },
    ],
    rounds: [
      {
        round: 1,
        turns: [
          {
            ...{ ...turn, duty: "oppose", moved: true, adopts: null, repetition: 0, violation: text },
            concessions: [{ id: "C1", reason: text }],
          },
        ],
        ...{ novelty: 1, repetition: 0, camps: [["P1"]] },
      },
    ],
    stopReason: "max-rounds",
    leading: "P1",
    sides: { leading: { position: "P1", text }, other: { position: null, text } },
    panelVotes: [{ seat: text, vote: "agree", confidence: 0.5, reason: text, cast: true }],
    votes: { agree: 1, disagree: 0, abstain: 0 },
    consensusScore: 100,
    rulings: [
      {
        judge: text,
        isAuthor: false,
        side: "leading",
        because: text,
        reasoning: text,
        confidence: 0.5,
        dissent: [text],
      },
    ],
    ...{ verdict: text, position: "P1", reasoning: text, confidence: 0.5 },
    dissent: [{ seat: text, kind: "voted against it", reason: text }],
    metrics: {
      ...{ roundsToConsensus: null, challengeDepth: 0, evidenceDiversity: 1, survivalRate: 0, revisions: 1 },
      ...{ rejections: 0, revisionShare: 1, ruleCompliance: 0, families: 1, agreementAboveChance: null },
      ...{ rigor: 0, grounding: 1, perspectiveCoverage: 1, consensusStrength: 0.5, qualityScore: 0.63 },
      violations: [{ seat: text, role: "critic", at: text, rule: text }],
      ...{ novelty: 1, repetition: 0, evidenceFound: 0.5, concessions: 1 },
    },
    failures: [{ seat: text, step: "debate-turn", reason: text }],
    ...{ notes: [text], context: [text] },
    lookups: [{ seat: text, stage: "debate-open", tool: "read_file", args: text, bytes: 1, truncated: false }],
    usage: { ...usage, seats: [{ name: text, ...usage }] },
    ...{ startedAt: "2026-01-02T03:04:05.000Z", finishedAt: "2026-01-02T03:04:07.000Z" },
  };
}
