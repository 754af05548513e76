import { anchorIn } from "../src/code/anchor/anchor.ts";
import { maskOf } from "../src/code/anchor/mask.ts";
import { wholeBatch } from "../src/code/diff/batch.ts";
import type { Finding } from "../src/domain/finding.ts";
import { medianSeverity, type Severity } from "../src/domain/severity.ts";
import { bestSeat, openDebate } from "../src/panel/asking/context.ts";
import { debate } from "../src/review/debate.ts";
import { scoreSeats } from "../src/review/score.ts";
import { composeFindings, validateFindings } from "../src/review/wording.ts";
import { type Asked, itemAt, seatsOf } from "./simulate-agents.ts";
import { type Claim, changeOfLines, type Item, type Scene } from "./simulate-world.ts";

/** One finding that a strategy shows; `item` is undefined for code that does not exist. */
export interface Shown {
  readonly item: Item | undefined;
  readonly severity: Severity;
}

/** What our protocol made of a scene: accepted and disputed `findings`, and the rest. `calls` were really made through the agents. */
export interface Debated {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly calls: number;
  readonly asked: Readonly<Record<Asked, number>>;
}

const change = changeOfLines();
const view = { batch: wholeBatch(change.files), index: 1, of: 1, round: 1, instructions: "" };
const anchor = anchorIn(change);
const rules = { strategy: "adversarial", adjudication: "supreme-court", maxRounds: 3, confidence: 80 } as const;

/** The real engine with simulated seats: debate, then the winner's composition and its validation, as in a review. */
export async function debateScene(scene: Scene): Promise<Debated> {
  const asked = { propose: 0, ballot: 0, argue: 0, judge: 0, compose: 0, validate: 0 };
  const seats = seatsOf(scene, (stage) => {
    asked[stage] += 1;
  });
  const context = openDebate(() => undefined, new AbortController().signal);
  const table = { change, files: change.files, views: [view], mask: maskOf([]), previous: [] };
  const outcome = await debate({ ...table, seats, rules: { ...rules, quorum: Math.min(2, seats.length) } }, context);
  const scores = scoreSeats({ ...outcome, seats: outcome.remarks, concreteFixes: new Set() });
  const winner = bestSeat(scores, new Map());
  const request = { items: outcome.findings, batch: view, excerpts: new Map<string, string>() };
  const composed = await composeFindings(
    seats.find(({ name }) => name === winner),
    request,
    context,
  );
  const others = seats.filter(({ name }) => name !== winner);
  const validated =
    composed.by === null ? null : await validateFindings(others, request, composed.wordings, anchor, context);
  const eliminated = [...outcome.eliminated, ...(validated?.eliminated ?? [])];
  const calls = Object.values(asked).reduce((sum, count) => sum + count, 0);
  return { findings: validated?.findings ?? outcome.findings, eliminated, calls, asked };
}

export function shownIn(scene: Scene, findings: readonly Finding[]): Shown[] {
  return findings.map((finding) => ({ item: itemAt(scene, finding), severity: finding.severity }));
}

/** `count` reviews of one seat, the first of the panel. */
export function reviewsOfOne({ seats, review }: Scene, count: number): (readonly Claim[])[] {
  const [first] = seats;
  return first === undefined ? [] : Array.from({ length: count }, (_, sample) => review(first, sample));
}

/** `count` reviews, the seats of the panel in turn. */
export function reviewsOfPanel({ seats, review }: Scene, count: number): (readonly Claim[])[] {
  return Array.from({ length: count }, (_, index) => {
    const seat = seats[index % seats.length];
    return seat === undefined ? [] : review(seat, Math.floor(index / seats.length));
  });
}

/** What reviews claim together: how many of them claim each item, at the median severity. */
export interface Pooled {
  readonly shown: Shown;
  readonly reviews: number;
}

export function pool(reviews: readonly (readonly Claim[])[]): Pooled[] {
  const severities = new Map<Item, Severity[]>();
  for (const { item, severity } of reviews.flat()) {
    const known = severities.get(item);
    if (known === undefined) severities.set(item, [severity]);
    else known.push(severity);
  }
  return [...severities].map(([item, stated]) => ({
    shown: { item, severity: medianSeverity(stated) },
    reviews: stated.length,
  }));
}

/** What at least `threshold` reviews claim: 1 is the union. */
export function claimedBy(pooled: readonly Pooled[], threshold: number): Shown[] {
  return pooled.filter(({ reviews }) => reviews >= threshold).map(({ shown }) => shown);
}
