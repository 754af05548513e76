import type { Adjudication } from "../../debate/adjudicate.ts";
import type { DebateContext } from "../../debate/ask.ts";
import type { Failure, Hearing, Vote } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Seat } from "../../stages/index.ts";
import { loweringVotes } from "../ballot/settle-votes.ts";
import type { DebateState, RoundsInput } from "../debate-state.ts";
import { checksOn } from "../gate/code-checks.ts";
import { type HearingContext, holdHearing } from "./hearing.ts";
import { type Citation, isClaimedProtected } from "./removal.ts";
import { withoutHearing } from "./ruling.ts";

/** Calls of one hearing: two arguments, and a judge in both orders or each of the other seats once. */
function callsOf(adjudication: Adjudication, seats: number): number {
  return 2 + (adjudication === "supreme-court" ? 2 : Math.max(0, seats - 2));
}

export interface HeardAll {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly hearings: Hearing[];
  readonly ruled: string[];
  readonly failures: Failure[];
  readonly budgetSpent: boolean;
  readonly budgetStop: string | null;
}

/**
 * Worst first, each finding once, as many as the budget pays for with enough left to word the result. A protected finding that is left over
 * because of the budget makes the review incomplete.
 */
export async function hearAll(
  contested: readonly Finding[],
  before: DebateState,
  round: number,
  input: RoundsInput,
  floor: DebateContext,
): Promise<HeardAll> {
  const already = new Set(before.hearings.map(({ finding }) => finding));
  const seats = input.seats.filter(({ name }) => before.healthy.includes(name));
  const open = contested.filter(({ id }) => !already.has(id));
  const affordable = (input.callsLeft() - seats.length) / callsOf(input.rules.adjudication, seats.length);
  const docket = open.slice(0, Math.max(0, Math.floor(affordable)));
  const unpaid = open.slice(docket.length);
  if (docket.length > 0) floor.emit({ type: "stage-start", stage: "hearing", detail: `${docket.length} contested` });
  const court = courtOf(before, seats, round, input, floor);
  const heard = await Promise.all(docket.map((finding) => holdHearing(finding, court)));
  for (const { finding, hearing } of heard) {
    if (hearing !== null)
      floor.emit({ type: "hearing-end", title: finding.title, ruling: hearing.ruling, because: hearing.because });
  }
  const settled = [
    ...heard.map(({ finding }) => finding),
    ...unpaid.map((finding) => withoutHearing(finding, court)),
    ...contested.filter(({ id }) => already.has(id)).map((finding) => ({ ...finding, status: "disputed" as const })),
  ];
  const hearings = heard.flatMap(({ hearing }) => (hearing === null ? [] : [hearing]));
  const budgetSpent = unpaid.length > 0 || heard.some((one) => one.budgetSpent);
  const isUnheard =
    unpaid.some(isClaimedProtected) || heard.some((one) => one.budgetSpent && isClaimedProtected(one.finding));
  return {
    findings: settled.filter(({ status }) => status !== "eliminated"),
    eliminated: settled.filter(({ status }) => status === "eliminated"),
    hearings,
    ruled: hearings.filter(({ ruling }) => ruling === "upheld").map(({ finding }) => finding),
    failures: heard.flatMap(({ failures }) => failures),
    budgetSpent,
    budgetStop: isUnheard ? "the budget ended before a protected finding was heard" : null,
  };
}

function courtOf(
  { book, objections }: DebateState,
  seats: readonly Seat[],
  round: number,
  input: RoundsInput,
  floor: DebateContext,
): HearingContext {
  const { strategy, adjudication } = input.rules;
  const cast = (finding: Finding): [string, Vote][] => [...(book.get(finding.id) ?? [])];
  const citation = (seat: string, { evidence }: Vote): Citation => ({
    seat,
    provider: input.seats.find(({ name }) => name === seat)?.provider ?? "",
    evidence,
  });
  return {
    seats,
    panel: input.seats,
    strategy,
    adjudication,
    round,
    excerptOf: input.excerptOf,
    saidOf: (finding) => [...checksOn(finding, objections), ...cast(finding).map(([, { reason }]) => reason)],
    citationsOn: (finding) =>
      cast(finding).flatMap(([seat, vote]) => (vote.verdict === "dispute" ? [citation(seat, vote)] : [])),
    loweringOn: (finding) => loweringVotes(finding, book).map(({ seat, vote }) => citation(seat, vote)),
    raised: input.raised,
    cap: input.cap,
    anchor: input.anchor,
    floor,
  };
}
