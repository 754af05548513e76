import { type Adjudication, adjudicate } from "../../debate/adjudicate.ts";
import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/ask.ts";
import { castRoles, type Roles } from "../../debate/roles.ts";
import type { Dossier } from "../../domain/answers.ts";
import type { Failure, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Seat } from "../../stages/index.ts";
import type { JudgeRequest } from "../../stages/judge.ts";
import { applyRuling, type Bar, concessionOf, withoutHearing } from "./ruling.ts";

/** What a hearing needs of the debate. `seats` are those that can speak. */
export interface HearingContext extends Bar {
  readonly seats: readonly Seat[];
  readonly strategy: string;
  readonly adjudication: Adjudication;
  readonly round: number;
  readonly excerptOf: (finding: Finding) => string;
  readonly saidOf: (finding: Finding) => readonly string[];
  readonly floor: DebateContext;
}

export interface HeardFinding {
  readonly finding: Finding;
  readonly hearing: Hearing | null;
  readonly failures: Failure[];
  readonly budgetSpent: boolean;
}

/** Argues one contested finding and applies the ruling. What cannot be heard, or not decided, is disputed or, as a mere tie, goes. */
export async function holdHearing(finding: Finding, court: HearingContext): Promise<HeardFinding> {
  const roles = castRoles(finding, court.seats, court.strategy);
  if (roles === null)
    return { finding: withoutHearing(finding, court), hearing: null, failures: [], budgetSpent: false };
  const opening: Dossier = {
    finding,
    excerpt: court.excerptOf(finding),
    said: court.saidOf(finding).map((text) => ({ role: "voter", text })),
    round: court.round,
  };
  const { dossier, exchanges, answers } = await exchange(opening, roles, court);
  const rulings = isSettled(finding, exchanges, roles) || exchanges.length < 2 ? [] : await rule(dossier, roles, court);
  const hearing = concludeOf(finding, roles, exchanges, rulings, court);
  const failed = [...answers, ...rulings.map(({ answer }) => answer)].filter((answer) => answer.status === "failed");
  return {
    finding: applyRuling(finding, hearing, court.seats, court),
    hearing,
    failures: failed.map(({ failure }) => failure),
    budgetSpent: failed.some(({ budget }) => budget),
  };
}

/** A concession ends a hearing. Only where the advocate speaks for others who raised it, too, somebody who did not raise it still judges. */
function isSettled({ raisedBy }: Finding, exchanges: Hearing["exchanges"], { judges }: Roles): boolean {
  const conceding = exchanges.find(({ concede }) => concede);
  if (conceding === undefined) return false;
  const isJudged = raisedBy.length > 1 && judges.some(({ name }) => !raisedBy.includes(name));
  return conceding.role === "skeptic" || !isJudged;
}

/** The skeptic speaks first, the advocate answers with the objection before it. */
async function exchange(opening: Dossier, { advocate, skeptic }: Roles, { floor }: HearingContext) {
  const exchanges: Hearing["exchanges"] = [];
  const answers: SeatAnswer<unknown>[] = [];
  let dossier = opening;
  for (const [seat, role] of [
    [skeptic, "skeptic"],
    [advocate, "advocate"],
  ] as const) {
    const answer = await askSeat(seat, "hearing", (signal) => seat.agent.argue?.({ dossier, role }, signal), floor);
    answers.push(answer);
    if (answer.status === "failed") break;
    exchanges.push({ ...answer.value, seat: seat.name, role });
    dossier = { ...dossier, said: [...dossier.said, { role, text: answer.value.argument }] };
    if (answer.value.concede) break;
  }
  return { dossier, exchanges, answers };
}

/** One judge hears both orders; with `majority` and `unanimous` every remaining seat judges once and the orders alternate. */
export async function rule(
  dossier: Dossier,
  { judges }: Pick<Roles, "judges">,
  { adjudication, floor }: Pick<HearingContext, "adjudication" | "floor">,
) {
  const orders = ["advocate-first", "skeptic-first"] as const;
  const [chief] = judges;
  const benches =
    adjudication === "supreme-court"
      ? orders.flatMap((order) => (chief === undefined ? [] : [{ judge: chief, order }]))
      : judges.map((judge, index) => ({ judge, order: orders[index % 2] ?? "advocate-first" }));
  return Promise.all(
    benches.map(async ({ judge, order }) => {
      const request: JudgeRequest = { dossier, order };
      const answer = await askSeat(judge, "hearing", (signal) => judge.agent.judge?.(request, signal), floor);
      return { judge, order, answer };
    }),
  );
}

function concludeOf(
  finding: Finding,
  { advocate, skeptic }: Roles,
  exchanges: Hearing["exchanges"],
  ruled: Awaited<ReturnType<typeof rule>>,
  { adjudication }: HearingContext,
): Hearing {
  const rulings = ruled.flatMap(({ judge, order, answer }) =>
    answer.status === "answered" ? [{ ...answer.value, judge: judge.name, order }] : [],
  );
  const base = { finding: finding.id, advocate: advocate.name, skeptic: skeptic.name, exchanges, rulings };
  if (exchanges.some(({ role, concede }) => role === "skeptic" && concede)) {
    return { ...base, ruling: "upheld", because: "the skeptic conceded" };
  }
  if (exchanges.some(({ role, concede }) => role === "advocate" && concede)) {
    const because = concessionOf(finding, base);
    if (because !== null && ruled.length > 0) return { ...base, ...adjudicate(adjudication, rulings, ruled.length) };
    return because === null
      ? { ...base, ruling: "refuted", because: "its raiser conceded" }
      : { ...base, ruling: "undecided", because };
  }
  if (exchanges.length < 2) return { ...base, ruling: "undecided", because: "one side did not answer" };
  if (ruled.length === 0)
    return { ...base, ruling: "undecided", because: "no seat is left to judge and nobody conceded" };
  return { ...base, ...adjudicate(adjudication, rulings, ruled.length) };
}
