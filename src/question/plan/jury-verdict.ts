import { type Criteria, criteria, type Juror, type Jury, type JuryBallot } from "../../domain/plan.ts";

export type JurorIdentity = Pick<Juror, "seat" | "model" | "servedModel">;

/** Only its answer shows which model a juror is. It still counts in the size of the jury. */
export function notCounted(who: JurorIdentity): Juror {
  const reason = `an author's model answered for it: ${who.servedModel ?? who.model}`;
  return { ...who, verdict: null, state: "lost", totals: [], reason };
}

interface Asked {
  readonly sides: readonly [string, string];
  readonly ballot: JuryBallot | null;
}

/** One juror from its two ballots in opposite orders. */
export function jurorOf(who: JurorIdentity, answers: readonly Asked[]): Juror {
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

/** A ballot whose winner contradicts its own points does not count. */
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

export function verdictOf(jurors: readonly Juror[]): Pick<Jury, "verdict" | "because"> {
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
