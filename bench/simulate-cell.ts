import type { Finding } from "../src/domain/finding.ts";
import { isProtected } from "../src/domain/severity.ts";
import { type Asked, askable, itemAt } from "./simulate-agents.ts";
import { addTo, type Counts, emptyCounts, halfWidthOf, type Score, scoreOf, sumOf } from "./simulate-score.ts";
import {
  claimedBy,
  type Debated,
  debateScene,
  type Pooled,
  pool,
  reviewsOfOne,
  reviewsOfPanel,
  type Shown,
  shownIn,
} from "./simulate-strategies.ts";
import { type Scene, sceneOf, type World } from "./simulate-world.ts";

export interface StrategyRow {
  readonly strategy: Strategy;
  readonly all: Score;
  readonly p0: Score;
  /** Findings shown that are no defects, per change. */
  readonly falsePerChange: number;
  /** Mean calls a change. */
  readonly calls: number;
  /** Half of the 95 % interval of `all.f1`, by jackknife over groups of repetitions. */
  readonly halfWidth: number;
}

/** How many claims went which way in our debates, by what they were about. */
export interface Fate {
  readonly real: boolean;
  readonly guarded: boolean;
  /** How many seats raised it; and how many of the others agreed and disputed in the end. */
  readonly raisers: number;
  readonly agree: number;
  readonly dispute: number;
  /** Accepted, disputed, or the stage that eliminated it. */
  readonly end: string;
  count: number;
}

export interface CellResult {
  readonly rows: readonly StrategyRow[];
  readonly fates: readonly Fate[];
  /** Mean calls of our debate by what was asked. */
  readonly asked: Readonly<Record<Asked, number>>;
}

export const strategies = [
  "ours, disputed shown",
  "ours, disputed dropped",
  "what if: ties dropped too",
  "single",
  "union of 3",
  "2 of 3",
  "single × n, union",
  "single × n, best vote",
  "panel × n, union",
  "panel × n, majority",
  "panel × n, best vote",
] as const;
export type Strategy = (typeof strategies)[number];

/** Thresholds among which hindsight picks the best for "best vote": so many of n reviews must make a claim. */
const thresholds: readonly ((reviews: number) => number)[] = [
  () => 2,
  () => 3,
  () => 4,
  () => 5,
  (reviews) => Math.ceil(reviews / 4),
  (reviews) => Math.ceil(reviews / 3),
  (reviews) => Math.ceil(reviews / 2),
];
const groups = 20;

/** Runs every strategy on the same scenes; "× n" has as many calls as our debate of that scene made. */
export async function runCell(world: World, repetitions: number, seed: string): Promise<CellResult> {
  const books = new Map<string, Counts[]>();
  const calls = new Map<string, number>();
  const fates = new Map<string, Fate>();
  const asked = { propose: 0, ballot: 0, argue: 0, judge: 0, compose: 0, validate: 0 };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const scene = sceneOf(world, seed, repetition);
    const debated = await debateScene(scene);
    addFates(fates, scene, debated);
    for (const stage of askable) asked[stage] += debated.asked[stage] / repetitions;
    for (const { name, shown, cost } of candidatesFor(scene, debated)) {
      const counts = books.get(name) ?? Array.from({ length: groups }, emptyCounts);
      books.set(name, counts);
      const group = counts[repetition % groups];
      if (group !== undefined) addTo(group, shown, scene);
      calls.set(name, (calls.get(name) ?? 0) + cost);
    }
  }
  const rowOf = (strategy: Strategy, name: string): StrategyRow => {
    const counts = books.get(name) ?? [];
    const total = sumOf(counts);
    return {
      strategy,
      all: scoreOf(total.all),
      p0: scoreOf(total.p0),
      falsePerChange: total.all.wrong / repetitions,
      calls: (calls.get(name) ?? 0) / repetitions,
      halfWidth: halfWidthOf(counts),
    };
  };
  const best = (strategy: Strategy): StrategyRow =>
    thresholds
      .map((_, index) => rowOf(strategy, `${strategy} ${index}`))
      .reduce((a, b) => (b.all.f1 > a.all.f1 ? b : a));
  return {
    rows: strategies.map((strategy) => (strategy.endsWith("best vote") ? best(strategy) : rowOf(strategy, strategy))),
    fates: [...fates.values()],
    asked,
  };
}

function candidatesFor(scene: Scene, { findings, calls }: Debated): { name: string; shown: Shown[]; cost: number }[] {
  const undisputed = findings.filter(({ status }) => status === "accepted");
  const one = reviewsOfOne(scene, calls);
  const panel = reviewsOfPanel(scene, calls);
  const [first, blind] = [pool(one.slice(0, 1)), pool(panel.slice(0, scene.seats.length))];
  const [manyOfOne, manyOfPanel] = [pool(one), pool(panel)];
  const at = (strategy: Strategy, shown: Shown[], cost: number) => ({ name: strategy, shown, cost });
  const voted = (strategy: Strategy, pooled: readonly Pooled[]) =>
    thresholds.map((threshold, index) => ({
      name: `${strategy} ${index}`,
      shown: claimedBy(pooled, threshold(calls)),
      cost: calls,
    }));
  return [
    at("ours, disputed shown", shownIn(scene, findings), calls),
    at("ours, disputed dropped", shownIn(scene, undisputed), calls),
    at("what if: ties dropped too", shownIn(scene, undisputed.filter(isCarried)), calls),
    at("single", claimedBy(first, 1), 1),
    at("union of 3", claimedBy(blind, 1), scene.seats.length),
    at("2 of 3", claimedBy(blind, 2), scene.seats.length),
    at("single × n, union", claimedBy(manyOfOne, 1), calls),
    ...voted("single × n, best vote", manyOfOne),
    at("panel × n, union", claimedBy(manyOfPanel, 1), calls),
    at("panel × n, majority", claimedBy(manyOfPanel, Math.floor(calls / 2) + 1), calls),
    ...voted("panel × n, best vote", manyOfPanel),
  ];
}

/** Protected findings have a bar of their own; of the others, those that more seats confirm than dispute. */
function isCarried(finding: Finding): boolean {
  const { agree, dispute } = finding.votes;
  return isProtected(finding) || dispute.length === 0 || agree.length > dispute.length;
}

function addFates(fates: Map<string, Fate>, scene: Scene, { findings, eliminated }: Debated): void {
  for (const finding of [...findings, ...eliminated]) {
    const real = itemAt(scene, finding)?.real ?? false;
    const raisers = finding.raisedBy.length;
    const end = finding.status === "eliminated" ? (finding.eliminatedAt ?? "unknown") : finding.status;
    const guarded = isProtected(finding);
    const agree = finding.votes.agree.filter((seat) => !finding.raisedBy.includes(seat)).length;
    const dispute = finding.votes.dispute.length;
    const key = JSON.stringify([real, guarded, raisers, agree, dispute, end]);
    const fate = fates.get(key) ?? { real, guarded, raisers, agree, dispute, end, count: 0 };
    fate.count += 1;
    fates.set(key, fate);
  }
}
