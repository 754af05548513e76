import { createHash } from "node:crypto";
import { modelKey } from "../../domain/model-name.ts";
import type { Jury } from "../../domain/plan.ts";
import { kinOf, type ServedModels } from "../../panel/asking/authors.ts";
import { askSeat, budgetFailure, type DebateContext, seatsLeft } from "../../panel/asking/context.ts";
import type { PlanSeat } from "../../panel/stages/index.ts";
import { type JurorIdentity, jurorOf, notCounted, verdictOf } from "./jury-verdict.ts";

/** One of the two plans before the jury: its seat, and its text, which does not name the seat. */
export interface JurySide {
  readonly seat: string;
  readonly text: string;
}

/** A jury, or the reason why a requested one could not sit. */
export interface JuryOutcome {
  readonly jury: Jury | null;
  readonly absent: string | null;
  readonly notes: readonly string[];
}

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
  /** The models that answered so far; left out where that is unknown. */
  readonly served?: (() => ServedModels) | undefined;
}

/**
 * A blind second opinion on the two best plans, by models that wrote neither. Each juror is asked twice, stateless, with the sides' labels
 * changed: a verdict that changes with them is undecided. A verdict takes more than half of all jurors that were asked, so that a jury does not
 * shrink unnoticed.
 */
export async function holdJury(task: JuryTask, context: DebateContext): Promise<JuryOutcome> {
  const { question, sides, size, seats, named, served = () => new Map() } = task;
  const { emit } = context;
  const none = { jury: null, notes: [] };
  if (size === 0 && named.length === 0) return { ...none, absent: null };
  if (sides === null) return { ...none, absent: "No jury sat: it needs two plans." };
  const authors = seats.filter(({ name }) => sides.some(({ seat }) => seat === name));
  const isNamed = named.length > 0;
  const present = isNamed ? named : seatsLeft(seats, context);
  const kin = kinOf(present, authors, served());
  const free = present.filter((seat) => !kin.includes(seat));
  const bench = isNamed ? free : jurorsOf(free, size);
  if (bench.length === 0) return { ...none, absent: isNamed ? onlyNamedAuthors : onlyAuthors };
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
  const answered = served();
  const late = kinOf(bench, authors, answered);
  const jurors = bench.map((seat, juror) => {
    const who = identityOf(seat, answered);
    const own = answers.filter((answer) => answer.juror === juror);
    return late.includes(seat) ? notCounted(who) : jurorOf(who, own);
  });
  const { verdict, because } = verdictOf(jurors);
  const leftOut = left.length === 0 ? "" : ` Not asked, because an author does not judge: ${left.join(", ")}.`;
  const jury = { sides: [sides[0].seat, sides[1].seat] as const, jurors, verdict, because: `${because}${leftOut}` };
  for (const { seat, state, reason } of jurors)
    if (state === "lost") emit({ type: "note", text: `Juror ${seat} failed: ${reason}` });
  return { jury, absent: null, notes: late.map((seat) => lateNote(identityOf(seat, answered))) };
}

const onlyAuthors =
  "No jury sat: the model of every seat that is left wrote one of the two plans, and an author does not judge.";

const onlyNamedAuthors =
  "No jury sat: every model that debate.jury names wrote one of the two plans, and an author does not judge.";

/** A model id that names its vendor, as those of gateways do, needs no second vendor name. */
function identityOf({ name, provider, model }: PlanSeat, served: ServedModels): JurorIdentity {
  const others = (served.get(name) ?? []).filter((one) => modelKey(one, provider) !== modelKey(model, provider));
  const who = { seat: name, model: model.includes("/") ? model : `${provider}/${model}` };
  return others.length === 0 ? who : { ...who, servedModel: others.toSorted().join(", ") };
}

function lateNote({ seat, model, servedModel = model }: JurorIdentity): string {
  return `The answers of juror ${seat} do not count: ${servedModel} answered for it, and that model wrote one of the two plans.`;
}

/** As many jurors as wanted, in turn over their models; where there are fewer, they are asked again. */
function jurorsOf(free: readonly PlanSeat[], size: number): PlanSeat[] {
  const models = [...Map.groupBy(free, ({ model, provider }) => modelKey(model, provider)).values()];
  return Array.from({ length: size }, (_, index) => {
    const seats = models[index % models.length] ?? [];
    return seats[Math.floor(index / models.length) % seats.length];
  }).filter((seat) => seat !== undefined);
}

/** Whether a jury can sit, before the best two plans are known. */
export function juryOutlook(seats: readonly Pick<PlanSeat, "provider" | "model">[]): "sure" | "possible" | "none" {
  const models = new Set(seats.map(({ model, provider }) => modelKey(model, provider))).size;
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
