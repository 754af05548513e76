import { isProtected } from "../src/domain/severity.ts";
import { stages } from "./comments-cost.ts";
import type { DebatedComments } from "./comments-debate.ts";
import { commentsIn } from "./comments-seats.ts";
import type { CommentScene, Matter } from "./comments-world.ts";

/** What is counted over changes. Everything that is reported is a quotient of two of these. */
const nothing = {
  changes: 0,
  blocked: 0,
  // Findings posted; those about a real defect; those about one that no earlier finding of the review is about.
  posted: 0,
  right: 0,
  fresh: 0,
  // Posted, and shows nothing that the review has not shown before, defect or false claim.
  repeated: 0,
  // Defects there are, and different ones shown.
  planted: 0,
  found: 0,
  disputed: 0,
  disputedRight: 0,
  // Posted and unprotected, with as many seats against as for it.
  tied: 0,
  tiedRight: 0,
  // Tokens in units of input at full price (see comments-cost.ts), and those of the proposals alone.
  diffs: 0,
  input: 0,
  answers: 0,
  proposalsDiffs: 0,
  proposalsInput: 0,
  proposalsAnswers: 0,
  // Calls by stage.
  propose: 0,
  ballot: 0,
  argue: 0,
  judge: 0,
  compose: 0,
  validate: 0,
};
export type Sums = Readonly<typeof nothing>;

export function added(parts: readonly Sums[]): Sums {
  const total = { ...nothing };
  for (const part of parts) for (const key of keysOf(total)) total[key] += part[key];
  return total;
}

export function sumsOf(scene: CommentScene, { findings, blocked, costs }: DebatedComments): Sums {
  const sums = { ...nothing, changes: 1, blocked: Number(blocked) };
  sums.planted = scene.matters.filter(({ real }) => real).length;
  const shown = new Set<Matter>();
  for (const finding of findings) {
    const matters = commentsIn(scene, finding).map(({ matter }) => matter);
    const isRight = matters.some(({ real }) => real);
    const { agree, dispute } = finding.votes;
    const isDisputed = finding.status === "disputed";
    const isTied = !isProtected(finding) && dispute.length > 0 && agree.length === dispute.length;
    sums.posted += 1;
    sums.right += Number(isRight);
    sums.fresh += Number(matters.some((matter) => matter.real && !shown.has(matter)));
    sums.repeated += Number(matters.every((matter) => shown.has(matter)));
    sums.disputed += Number(isDisputed);
    sums.disputedRight += Number(isDisputed && isRight);
    sums.tied += Number(isTied);
    sums.tiedRight += Number(isTied && isRight);
    for (const matter of matters) shown.add(matter);
  }
  sums.found = [...shown].filter(({ real }) => real).length;
  for (const stage of stages) {
    sums[stage] = costs[stage].calls;
    sums.diffs += costs[stage].diffs;
    sums.input += costs[stage].input;
    sums.answers += costs[stage].answers;
  }
  const { diffs, input, answers } = costs.propose;
  return { ...sums, proposalsDiffs: diffs, proposalsInput: input, proposalsAnswers: answers };
}

/** The loose count: a comment that repeats another is as right as it. */
export function precisionOf({ right, posted }: Sums): number {
  return posted === 0 ? 1 : right / posted;
}

export function recallOf({ found, planted }: Sums): number {
  return planted === 0 ? 1 : found / planted;
}

export function looseOf(sums: Sums): number {
  return harmonic(precisionOf(sums), recallOf(sums));
}

/** The strict count: only the first comment on a defect is right. */
export function strictOf(sums: Sums): number {
  const { fresh, posted } = sums;
  return harmonic(posted === 0 ? 1 : fresh / posted, recallOf(sums));
}

/** What a debate costs in units of its proposals alone, for a diff of so many tokens. */
export function costOf(sums: Sums, diffTokens: number): number {
  const { diffs, input, answers, proposalsDiffs, proposalsInput, proposalsAnswers } = sums;
  return (diffs * diffTokens + input + answers) / (proposalsDiffs * diffTokens + proposalsInput + proposalsAnswers);
}

function harmonic(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

function keysOf(sums: Sums): (keyof Sums)[] {
  return Object.keys(sums).filter((key): key is keyof Sums => key in sums);
}
