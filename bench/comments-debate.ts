import type { Finding } from "../src/domain/finding.ts";
import { changeOfFiles } from "./comments-change.ts";
import { type Costs, costsOf } from "./comments-cost.ts";
import { seatsOfComments } from "./comments-seats.ts";
import type { CommentScene } from "./comments-world.ts";
import type { Engine } from "./simulate-engine.ts";

/** What an engine made of a scene. `findings` are those it posts, accepted and disputed. */
export interface DebatedComments {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly hearings: readonly { readonly finding: string; readonly ruling: string; readonly because: string }[];
  readonly blocked: boolean;
  readonly costs: Costs;
}

const rules = {
  strategy: "adversarial",
  adjudication: "supreme-court",
  maxRounds: 3,
  confidence: 80,
  quorum: 2,
} as const;

/** Holds debates as a review does, up to its verdict with the default settings. */
export function debaterOf(engine: Engine): (scene: CommentScene) => Promise<DebatedComments> {
  const change = changeOfFiles();
  const view = { batch: engine.wholeBatch(change.files), index: 1, of: 1, round: 1, instructions: "" };
  const anchor = engine.anchorIn(change);
  const mask = engine.maskOf([]);
  const coverage = { complete: true, files: change.files.map(({ path }) => ({ path, state: "full" as const })) };
  return async (scene) => {
    const context = engine.openDebate(() => undefined, new AbortController().signal);
    const { watch, costs } = costsOf();
    const seats = seatsOfComments(scene, watch);
    const table = { change, files: change.files, views: [view], mask, previous: [] };
    const outcome = await engine.debate({ ...table, seats, rules }, context);
    const scores = engine.scoreSeats({ ...outcome, seats: outcome.remarks, concreteFixes: new Set() });
    const winner = engine.bestSeat(scores, new Map());
    const request = { items: outcome.findings, batch: view, excerpts: new Map<string, string>() };
    const composer = seats.find(({ name }) => name === winner);
    const composed = await engine.compose(composer, request, context);
    const others = seats.filter((seat) => seat !== composer);
    const validated =
      composed.by === null ? null : await engine.validate(others, request, composed.wordings, anchor, context);
    const findings = validated?.findings ?? outcome.findings;
    const { result } = engine.decideVerdict({
      headCurrent: true,
      headSha: change.head.sha,
      blockOn: "P0",
      disputed: "block",
      onInconclusive: "fail",
      rulesOnly: "neutral",
      findings,
      coverage,
      panel: { state: "full", counted: seats.length, healthy: outcome.healthy.length },
      quorum: rules.quorum,
    });
    return {
      findings,
      eliminated: [...outcome.eliminated, ...(validated?.eliminated ?? [])],
      hearings: outcome.hearings,
      blocked: result === "blocked",
      costs: costs(),
    };
  };
}
