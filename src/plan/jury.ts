import { createHash } from "node:crypto";
import { askSeat, budgetFailure, type DebateContext, seatsLeft } from "../debate/context.ts";
import { type Criteria, criteria, type Juror, type Jury, type JuryBallot } from "../domain/plan.ts";
import type { PlanSeat } from "../stages/index.ts";

/** One of the two plans before the jury: its seat, and its text, which does not name the seat. */
export interface JurySide {
  readonly seat: string;
  readonly text: string;
}

/** A jury, or the reason why a wanted one could not be held. */
export type JuryOutcome =
  | { readonly jury: Jury; readonly absent: null }
  | { readonly jury: null; readonly absent: string | null };

export interface JuryTask {
  readonly question: string;
  /** Null where there are not two plans. */
  readonly sides: readonly [JurySide, JurySide] | null;
  /** How many jurors are wanted. */
  readonly size: number;
  /** All seats of the debate, also those that failed on the way. */
  readonly seats: readonly PlanSeat[];
  /** The models that the settings name as jury: then these judge, each once, and no others. */
  readonly named: readonly PlanSeat[];
}

/**
 * A blind second opinion on the two best plans, by models that wrote neither. Each juror is asked twice, stateless, with the sides' labels
 * changed: a verdict that changes with them is undecided. A verdict takes more than half of all jurors that were asked, so that a jury does not
 * shrink unnoticed.
 */
export async function holdJury(task: JuryTask, context: DebateContext): Promise<JuryOutcome> {
  const { question, sides, size, seats, named } = task;
  const { emit } = context;
  if (size === 0 && named.length === 0) return { jury: null, absent: null };
  if (sides === null) return { jury: null, absent: "No jury sat: it takes two plans." };
  const authors = authorsOf(sides, seats);
  const free = named.filter((seat) => !authors.has(modelOf(seat)));
  const bench = named.length > 0 ? seatsLeft(free, context) : jurorsOf(seatsLeft(seats, context), authors, size);
  if (bench.length === 0) return { jury: null, absent: named.length > 0 ? onlyNamedAuthors : onlyAuthors };
  const left = named.filter((seat) => !bench.includes(seat)).map(({ name }) => name);
  const asked = bench.flatMap((seat, juror) => {
    const first = shuffledSides(sides, question, juror);
    return [first, [first[1], first[0]] as const].map((order) => ({ seat, juror, order }));
  });
  emit({ type: "stage-start", stage: "jury", detail: bench.map(({ name }) => name).join(", ") });
  const answers = await Promise.all(
    asked.map(async ({ seat, juror, order: [x, y] }) => {
      const request = { question, X: x.text, Y: y.text, juror: juror + 1 };
      const isOver = budgetFailure(context) !== null;
      const ask = ({ agent }: PlanSeat, signal: AbortSignal) => agent.judge(request, signal);
      const answer = isOver ? null : await askSeat(seat, "jury", ask, context);
      return { juror, sides: [x.seat, y.seat] as const, ballot: answer?.status === "answered" ? answer.value : null };
    }),
  );
  const jurors = bench.map((seat, juror) =>
    jurorOf(
      { seat: seat.name, model: modelOf(seat) },
      answers.filter((answer) => answer.juror === juror),
    ),
  );
  const { verdict, because } = verdictOf(jurors);
  const leftOut = left.length === 0 ? "" : ` Not asked, because an author does not judge: ${left.join(", ")}.`;
  const jury = { sides: [sides[0].seat, sides[1].seat] as const, jurors, verdict, because: `${because}${leftOut}` };
  for (const { seat, state, reason } of jurors)
    if (state === "lost") emit({ type: "note", text: `Juror ${seat} is lost: ${reason}` });
  return { jury, absent: null };
}

const onlyAuthors =
  "No jury sat: the model of every seat that is left wrote one of the two plans, and an author does not judge.";

const onlyNamedAuthors =
  "No jury sat: every model that debate.jury names wrote one of the two plans or failed before, and an author does not judge.";

/**
 * The model of a seat, with its vendor: two seats of one model are one model. A model id that names its vendor, as gateways have it, is the vendor's own model.
 */
function modelOf({ provider, model }: Pick<PlanSeat, "provider" | "model">): string {
  return model.includes("/") ? model : `${provider}/${model}`;
}

function authorsOf(sides: readonly JurySide[], seats: readonly PlanSeat[]): ReadonlySet<string> {
  return new Set(seats.filter(({ name }) => sides.some(({ seat }) => seat === name)).map(modelOf));
}

/** As many jurors as wanted, in turn over the models that wrote neither plan; where there are fewer, they are asked again. */
function jurorsOf(present: readonly PlanSeat[], authors: ReadonlySet<string>, size: number): PlanSeat[] {
  const models = [...Map.groupBy(present, modelOf)].flatMap(([model, seats]) => (authors.has(model) ? [] : [seats]));
  return Array.from({ length: size }, (_, index) => {
    const seats = models[index % models.length] ?? [];
    return seats[Math.floor(index / models.length) % seats.length];
  }).filter((seat) => seat !== undefined);
}

/** Whether a jury can be held, before the best two plans are known. */
export function juryOutlook(seats: readonly Pick<PlanSeat, "provider" | "model">[]): "sure" | "possible" | "none" {
  const models = new Set(seats.map(modelOf)).size;
  if (models > 2) return "sure";
  return models === 2 && seats.length > 2 ? "possible" : "none";
}

/** The content decides which side is X first: that favours neither side, and a replay asks the same. */
function shuffledSides(
  sides: readonly [JurySide, JurySide],
  question: string,
  juror: number,
): readonly [JurySide, JurySide] {
  const digest = createHash("sha256")
    .update(JSON.stringify([question, sides[0].text, sides[1].text, juror]))
    .digest();
  return (digest[0] ?? 0) % 2 === 0 ? sides : [sides[1], sides[0]];
}

interface Asked {
  readonly sides: readonly [string, string];
  readonly ballot: JuryBallot | null;
}

/** One juror from its two ballots in opposite orders. */
function jurorOf(who: Pick<Juror, "seat" | "model">, answers: readonly Asked[]): Juror {
  const read = answers.map(readBallot);
  const faults = read.flatMap(({ fault }) => fault ?? []);
  const totals = read.flatMap((one) => (one.totals === null ? [] : [one.totals]));
  const reasons = [...new Set(answers.flatMap(({ ballot }) => ballot?.reason ?? []))].filter(Boolean);
  const lost = { ...who, verdict: null, state: "lost", totals } as const;
  if (faults.length > 0) return { ...lost, reason: [...new Set(faults)].join("; ") };
  const [one, other] = read;
  if (one === undefined || other === undefined) return { ...lost, reason: "it was not asked in both orders" };
  const common = { ...who, reason: reasons.join(" · "), totals };
  if (one.verdict !== other.verdict) return { ...common, verdict: null, state: "order-dependent" };
  return { ...common, verdict: one.verdict, state: one.verdict === null ? "tie" : "decided" };
}

/** A ballot whose winner is not the one of its own points is no ballot. */
function readBallot({ sides: [x, y], ballot }: Asked) {
  if (ballot === null) return { fault: "it gave no answer in one of the orders", verdict: null, totals: null };
  const points = { X: totalOf(ballot.scores.X), Y: totalOf(ballot.scores.Y) };
  const byPoints = points.X === points.Y ? "tie" : points.X > points.Y ? "X" : "Y";
  const totals = [
    { seat: x, points: points.X },
    { seat: y, points: points.Y },
  ];
  if (ballot.winner !== byPoints) {
    const claim = ballot.winner === "tie" ? "calls a tie" : `names ${ballot.winner === "X" ? x : y} the winner`;
    return { fault: `it ${claim}, but its own points are ${points.X} to ${points.Y}`, verdict: null, totals };
  }
  return { fault: null, verdict: byPoints === "tie" ? null : byPoints === "X" ? x : y, totals };
}

function totalOf(scores: Criteria): number {
  return criteria.reduce((sum, name) => sum + Math.min(20, Math.max(0, scores[name])), 0);
}

function verdictOf(jurors: readonly Juror[]): Pick<Jury, "verdict" | "because"> {
  const votes = Map.groupBy(
    jurors.flatMap(({ verdict }) => verdict ?? []),
    (seat) => seat,
  );
  const [best] = [...votes].sort(([, a], [, b]) => b.length - a.length);
  const count = (state: Juror["state"]): number => jurors.filter((juror) => juror.state === state).length;
  const counts = [
    ...[...votes].map(([seat, own]) => `${own.length} for ${seat}`),
    ...(["tie", "order-dependent", "lost"] as const).flatMap((state) =>
      count(state) === 0 ? [] : [`${count(state)} ${state}`],
    ),
  ].join(", ");
  const because = `Of ${jurors.length} ${jurors.length === 1 ? "juror" : "jurors"}: ${counts}.`;
  return best !== undefined && best[1].length * 2 > jurors.length
    ? { verdict: best[0], because }
    : { verdict: null, because };
}
