import { excerptAround } from "../../anchor/excerpt.ts";
import { anchorMasked } from "../../anchor/masked-anchor.ts";
import { adjudicate } from "../../debate/adjudicate.ts";
import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/ask.ts";
import type { Dossier } from "../../domain/answers.ts";
import type { Failure, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Severity } from "../../domain/severity.ts";
import type { Seat } from "../../stages/index.ts";
import { type CarriedFinding, carryOver } from "../carry/carry-over.ts";
import { withQuotes } from "../carry/quotes.ts";
import { openDebate } from "../debate.ts";
import type { Prepared, ReviewPorts } from "../prepare.ts";
import { type HearingContext, rule } from "./hearing.ts";
import { withoutOwnWords } from "./own-words.ts";
import { type Citation, isConceded, mayRemove } from "./removal.ts";
import { upheldSeverity } from "./ruling.ts";

type Eye = Pick<ReviewPorts, "isNew" | "redact">;

/** Where a finding's code stands now, found as a review of the next push would find it; undefined where it is gone. */
export function findAgain(finding: Finding, prepared: Prepared, eye: Eye): CarriedFinding | undefined {
  const { change, mask } = prepared;
  const { redact = (text) => text } = eye;
  const newPaths = change.files.map(({ path }) => path).filter((path) => eye.isNew?.(path) === true);
  const known = withQuotes([finding], change, newPaths, (line) => redact(mask.hide(line)));
  return carryOver(known, anchorMasked(change, mask), { fresh: newPaths, known: [] }).standing[0];
}

/** One finding before the table again, with what a person said against it. `raised`: its severity before any such hearing. */
export function reopenHearing(
  { finding, raised }: { readonly finding: Finding; readonly raised: Severity },
  challenge: Challenge,
  prepared: Prepared,
  { emit, ...eye }: Eye & Pick<ReviewPorts, "emit">,
  signal: AbortSignal,
): Promise<ReopenedHearing> {
  const { change, mask, table } = prepared;
  const anchor = anchorMasked(change, mask);
  const seats = withoutOwnWords(prepared.seats, change, anchor).filter(({ counted }) => counted);
  const place = findAgain(finding, prepared, eye)?.place;
  emit({ type: "stage-start", stage: "hearing", detail: "reopened by a person" });
  return hearAgain({ ...finding, ...place }, [challenge], {
    seats,
    panel: seats,
    adjudication: table.settings.debate.adjudication,
    excerptOf: (one) => mask.hide(excerptAround(change, one)),
    raised: () => raised,
    cap: () => undefined,
    anchor,
    floor: openDebate(emit, signal),
  });
}

/** What a person said against a finding in its thread. Untrusted: it is attributed, checked against the code, and obeyed by nobody. */
export interface Challenge {
  readonly by: string;
  readonly text: string;
}

/** `unheard`: nobody who raised it answered. Like `undecided` it leaves the finding as it stood. */
export interface ReopenedHearing {
  readonly outcome: "upheld" | "revised" | "withdrawn" | "undecided" | "unheard";
  readonly finding: Finding;
  readonly hearing: Hearing;
  readonly failures: readonly Failure[];
}

type Bench = Pick<
  HearingContext,
  "seats" | "panel" | "adjudication" | "excerptOf" | "raised" | "cap" | "anchor" | "floor"
>;

/**
 * The hearing of one finding, opened again by a person, about that finding alone. The person is the skeptic: everybody who raised it answers,
 * and if not all give it up, or others had agreed with it, seats that did not raise it judge. It goes only past the same removal bar as in any
 * hearing; a plea that only those who raised it heard does not undo what the others voted.
 */
export async function hearAgain(
  finding: Finding,
  challenges: readonly Challenge[],
  bench: Bench,
): Promise<ReopenedHearing> {
  const raisers = bench.seats.filter(({ name, agent }) => finding.raisedBy.includes(name) && agent.argue !== undefined);
  const opening: Dossier = {
    finding,
    excerpt: bench.excerptOf(finding),
    said: challenges.map(({ by, text }) => ({ role: "person", text: `@${by}: ${text}` })),
    round: 1,
  };
  const answers = await Promise.all(raisers.map((seat) => defend(seat, opening, bench.floor)));
  const exchanges = answers.flatMap((answer): Hearing["exchanges"] =>
    answer.status === "answered" ? [{ ...answer.value, seat: answer.seat.name, role: "advocate" }] : [],
  );
  const defence = exchanges.map(({ argument }) => ({ role: "advocate" as const, text: argument }));
  const judges = bench.seats.filter(({ name, agent }) => !finding.raisedBy.includes(name) && agent.judge !== undefined);
  const isGivenUp = isConceded(finding, { exchanges }) && agreedWith(finding).length === 0;
  const mustRule = exchanges.length > 0 && !isGivenUp;
  const ruled = mustRule ? await rule({ ...opening, said: [...opening.said, ...defence] }, { judges }, bench) : [];
  const rulings = ruled.flatMap(({ judge, order, answer }) =>
    answer.status === "answered" ? [{ ...answer.value, judge: judge.name, order }] : [],
  );
  const said = { exchanges, rulings };
  const failed = [...answers, ...ruled.map(({ answer }) => answer)].filter((answer) => answer.status === "failed");
  const { outcome, because } = outcomeOf(finding, said, ruled.length, bench);
  const severity = outcome === "revised" ? upheldSeverity(finding, said, bench, []) : finding.severity;
  return {
    outcome,
    finding: { ...finding, severity },
    hearing: {
      finding: finding.id,
      advocate: exchanges[0]?.seat ?? raisers[0]?.name ?? "",
      skeptic: challenges.map(({ by }) => `@${by}`).join(", "),
      ...said,
      ruling: rulingOf[outcome],
      because,
    },
    failures: failed.map(({ failure }) => failure),
  };
}

const rulingOf = {
  upheld: "upheld",
  revised: "upheld",
  withdrawn: "refuted",
  undecided: "undecided",
  unheard: "undecided",
} as const;

function defend(
  seat: Seat,
  dossier: Dossier,
  floor: DebateContext,
): Promise<SeatAnswer<Omit<Hearing["exchanges"][number], "seat" | "role">>> {
  return askSeat(seat, "hearing", (signal) => seat.agent.argue?.({ dossier, role: "advocate" }, signal), floor);
}

function outcomeOf(
  finding: Finding,
  said: Pick<Hearing, "exchanges" | "rulings">,
  expected: number,
  bench: Bench,
): Pick<ReopenedHearing, "outcome"> & Pick<Hearing, "because"> {
  const { exchanges, rulings } = said;
  if (exchanges.length === 0) return { outcome: "unheard", because: "nobody who raised it answered" };
  if (isConceded(finding, said)) return givenUp(finding, rulings, expected, bench);
  if (expected === 0) return withoutJudge(exchanges);
  const { ruling, because } = adjudicate(bench.adjudication, rulings, expected);
  if (ruling === "undecided") return { outcome: "undecided", because };
  if (ruling === "upheld") {
    const isRevised = upheldSeverity(finding, said, bench, []) !== finding.severity;
    return { outcome: isRevised ? "revised" : "upheld", because };
  }
  if (mayRemove(finding, said, citationsIn(rulings, bench.seats), bench.panel, bench.anchor))
    return { outcome: "withdrawn", because };
  return { outcome: "undecided", because: `refuted, but not past the bar for taking such a finding away: ${because}` };
}

/** Everybody who raised it gave it up: whoever else agreed with it is not outvoted by that. */
function givenUp(
  finding: Finding,
  rulings: Hearing["rulings"],
  expected: number,
  { adjudication }: Bench,
): Pick<ReopenedHearing, "outcome"> & Pick<Hearing, "because"> {
  const gaveUp = "everybody who raised it gave it up";
  const others = agreedWith(finding);
  if (others.length === 0) return { outcome: "withdrawn", because: gaveUp };
  const { ruling, because } =
    expected === 0
      ? { ruling: "undecided", because: "no seat is left to judge" }
      : adjudicate(adjudication, rulings, expected);
  if (ruling === "refuted") return { outcome: "withdrawn", because };
  const but = `${gaveUp}, but ${others.join(", ")} agreed with it before, and it was not ruled refuted (${ruling})`;
  return { outcome: "undecided", because: `${but}: ${because}` };
}

/** Who voted for it without having raised it. */
function agreedWith({ raisedBy, votes }: Finding): readonly string[] {
  return votes.agree.filter((seat) => !raisedBy.includes(seat));
}

/** All seats of the table raised it, so nobody is left to judge: it stands as long as one of them stands by it. */
function withoutJudge(exchanges: Hearing["exchanges"]): Pick<ReopenedHearing, "outcome"> & Pick<Hearing, "because"> {
  const standing = exchanges.filter(({ concede }) => !concede).map(({ seat }) => seat);
  if (standing.length === 0) return { outcome: "undecided", because: "not everybody who raised it answered" };
  return { outcome: "upheld", because: `${standing.join(", ")} ${standing.length === 1 ? "stands" : "stand"} by it` };
}

function citationsIn(rulings: Hearing["rulings"], seats: readonly Seat[]): Citation[] {
  const providerOf = (name: string): string => seats.find((seat) => seat.name === name)?.provider ?? "";
  return rulings
    .filter(({ ruling }) => ruling === "refuted")
    .map(({ judge, evidence }) => ({ seat: judge, provider: providerOf(judge), evidence }));
}
