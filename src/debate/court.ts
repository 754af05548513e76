import type { Seat } from "../domain/agent.ts";
import type { Failure, Hearing, Vote } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";
import type { Floor } from "./ask.ts";
import { checksOn } from "./examine.ts";
import { type Court, hear } from "./hearing.ts";
import type { RoundsInput, Standings } from "./standings.ts";

const mostHearings = 5;

export interface HeardAll {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly hearings: Hearing[];
  readonly ruled: string[];
  readonly failures: Failure[];
  readonly budgetSpent: boolean;
  readonly budgetStop: string | null;
}

/** Worst first, each finding once, at most five in a review; whatever is left over waits for a human. */
export async function hearAll(
  contested: readonly Finding[],
  before: Standings,
  round: number,
  input: RoundsInput,
  floor: Floor,
): Promise<HeardAll> {
  const already = new Set(before.hearings.map(({ finding }) => finding));
  const docket = contested.filter(({ id }) => !already.has(id)).slice(0, mostHearings - already.size);
  if (docket.length > 0) floor.emit({ type: "stage-start", stage: "hearing", detail: `${docket.length} contested` });
  const seats = input.seats.filter(({ name }) => before.healthy.includes(name));
  const court = courtOf(before, seats, round, input, floor);
  const heard = await Promise.all(docket.map((finding) => hear(finding, court)));
  for (const { finding, hearing } of heard) {
    if (hearing !== null)
      floor.emit({ type: "hearing-end", title: finding.title, ruling: hearing.ruling, because: hearing.because });
  }
  const left = contested
    .filter((finding) => !docket.includes(finding))
    .map((finding) => ({ ...finding, status: "disputed" as const }));
  const hearings = heard.flatMap(({ hearing }) => (hearing === null ? [] : [hearing]));
  const unheard = heard.some(({ finding, budgetSpent }) => budgetSpent && isProtected(finding));
  return {
    findings: [...heard.map(({ finding }) => finding).filter(({ status }) => status !== "eliminated"), ...left],
    eliminated: heard.map(({ finding }) => finding).filter(({ status }) => status === "eliminated"),
    hearings,
    ruled: hearings.filter(({ ruling }) => ruling === "upheld").map(({ finding }) => finding),
    failures: heard.flatMap(({ failures }) => failures),
    budgetSpent: heard.some(({ budgetSpent }) => budgetSpent),
    budgetStop: unheard ? "the budget ended before a protected finding was heard" : null,
  };
}

function courtOf(
  { book, objections }: Standings,
  seats: readonly Seat[],
  round: number,
  input: RoundsInput,
  floor: Floor,
): Court {
  const { strategy, adjudication } = input.rules;
  const cast = (finding: Finding): [string, Vote][] => [...(book.get(finding.id) ?? [])];
  return {
    seats,
    panelProviders: new Set(input.seats.map(({ provider }) => provider)).size,
    strategy,
    adjudication,
    round,
    excerptOf: input.excerptOf,
    saidOf: (finding) => [...checksOn(finding, objections), ...cast(finding).map(([, { reason }]) => reason)],
    citationsOn: (finding) =>
      cast(finding)
        .filter(([, { verdict }]) => verdict === "dispute")
        .map(([seat, { evidence }]) => ({
          seat,
          provider: input.seats.find(({ name }) => name === seat)?.provider ?? "",
          evidence,
        })),
    raised: input.raised,
    anchor: input.anchor,
    floor,
  };
}
