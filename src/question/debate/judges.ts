import type { SeatAnswer } from "../../domain/debate.ts";
import type { JudgeDebateReply } from "../../domain/discussion/answers.ts";
import type { DebateRuling, FreeDebate } from "../../domain/discussion/free-debate.ts";
import type { Adjudication } from "../../domain/known-names.ts";
import { kinOf, type ServedModels } from "../../panel/asking/authors.ts";
import { askSeat, budgetFailure, seatsLeft } from "../../panel/asking/context.ts";
import type { DebateSeat } from "../../panel/stages/index.ts";
import { cutWords } from "../../text/text.ts";
import { readSide } from "./read-side.ts";
import type { Forum } from "./setup.ts";
import { weightOf } from "./votes.ts";

const mostJudges = 3;
const wordsOfReasoning = 150;
const wordsOfDissent = 60;

type Sides = NonNullable<FreeDebate["sides"]>;

/** The judges, with a note where they are authors of a side. */
export interface Bench {
  readonly judges: readonly { readonly seat: DebateSeat; readonly isAuthor: boolean }[];
  readonly note: string | null;
}

/**
 * One or three seats that wrote neither side: first those that hold neither now, then those whose model wrote neither. A note names judges that are
 * less independent. Where every seat wrote a side, all of them judge, so that no side has more judges of its own.
 */
export function benchOf(
  present: readonly DebateSeat[],
  authors: readonly DebateSeat[],
  holders: readonly string[],
  served?: ServedModels,
): Bench {
  const others = present.filter((seat) => !authors.includes(seat));
  if (others.length === 0) {
    const note = "Every seat that is left wrote one of the two sides, so authors judged.";
    return { judges: present.map((seat) => ({ seat, isAuthor: true })), note };
  }
  const holds = ({ name }: DebateSeat): boolean => holders.includes(name);
  const kin = kinOf(others, authors, served);
  const isKin = (seat: DebateSeat): boolean => kin.includes(seat);
  const bias = (seat: DebateSeat): number => 2 * Number(holds(seat)) + Number(isKin(seat));
  const ranked = [...others].sort((a, b) => bias(a) - bias(b));
  const judges = ranked.slice(0, ranked.length >= mostJudges ? mostJudges : 1);
  const named = (seats: readonly DebateSeat[]): string => seats.map(({ name }) => name).join(", ");
  const notes = [
    ...(judges.some(holds) ? [`A side was taken over by its judge: ${named(judges.filter(holds))}.`] : []),
    ...(judges.some(isKin) ? [`A side was written by the model of its judge: ${named(judges.filter(isKin))}.`] : []),
  ];
  return { judges: judges.map((seat) => ({ seat, isAuthor: false })), note: notes.join(" ") || null };
}

/** The judges that the settings name, without those whose model wrote a side. They judge in place of seats, and no seat steps in for them. */
export function namedBench(named: readonly DebateSeat[], authors: readonly DebateSeat[], served?: ServedModels): Bench {
  const left = kinOf(named, authors, served);
  const judges = named.filter((seat) => !left.includes(seat));
  const names = left.map(({ name }) => name).join(", ");
  return {
    judges: judges.map((seat) => ({ seat, isAuthor: false })),
    note: left.length === 0 ? null : `Not asked to judge, because its model wrote a side: ${names}.`,
  };
}

/** Rulings of named judges for whom an author's model answered, as only their answers show, name no side. They still count. */
export function withoutAuthors(
  rulings: readonly DebateRuling[],
  named: readonly DebateSeat[],
  authors: readonly DebateSeat[],
  served: ServedModels = new Map(),
): { readonly rulings: DebateRuling[]; readonly notes: string[] } {
  const kin = new Map(kinOf(named, authors, served).map(({ name }) => [name, (served.get(name) ?? []).join(", ")]));
  return {
    rulings: rulings.map((ruling) => {
      const model = kin.get(ruling.judge);
      if (model === undefined) return ruling;
      return { ...ruling, side: null, confidence: null, because: `was answered by an author's model (${model})` };
    }),
    notes: rulings.flatMap(({ judge }) => {
      const model = kin.get(judge);
      if (model === undefined) return [];
      return `The ruling of ${judge} does not count: ${model} answered for it, and that model wrote a side.`;
    }),
  };
}

/** Says that the judges of the settings are not asked, where the votes of the panel decide. */
export function unaskedNotes(named: readonly { readonly name: string }[], adjudication: Adjudication): string[] {
  if (named.length === 0 || adjudication === "supreme-court") return [];
  const names = named.map(({ name }) => name).join(", ");
  return [
    `Not asked: the jury of the settings (${names}). With the adjudication ${adjudication} the votes of the panel decide; supreme-court asks the jury.`,
  ];
}

/** Each judge is asked twice, with the sides' labels changed. A ruling that changes with them is undecided. */
export async function askBench(forum: Forum, bench: Bench, sides: Sides): Promise<DebateRuling[]> {
  const { planContext, context } = forum;
  if (budgetFailure(context) !== null || bench.judges.length === 0) return [];
  const names = bench.judges.map(({ seat }) => seat.name).join(", ");
  context.emit({ type: "stage-start", stage: "debate-judge", detail: names });
  const texts = { leading: sides.leading.text, other: sides.other.text };
  const orders = [
    ["leading", "other"],
    ["other", "leading"],
  ] as const;
  return Promise.all(
    bench.judges.map(async ({ seat, isAuthor }) => {
      const answers = await Promise.all(
        orders.map(([x, y], index) => {
          const request = { context: planContext, X: texts[x], Y: texts[y], round: index + 1 };
          return askSeat(seat, "debate-judge", ({ agent }, signal) => agent.judge(request, signal), context);
        }),
      );
      return { judge: seat.name, isAuthor, ...rulingOf(answers, sides) };
    }),
  );
}

/** The seats that may judge. */
export function judgesLeft({ seats, context }: Forum): DebateSeat[] {
  return seatsLeft(seats, context);
}

/** One ruling from the answers in both orders: `answers[0]` saw the leading side as X, `answers[1]` as Y. */
function rulingOf(
  answers: readonly SeatAnswer<JudgeDebateReply>[],
  sides: Sides,
): Omit<DebateRuling, "judge" | "isAuthor"> {
  const [one, other] = answers.map((answer) => (answer.status === "answered" ? answer.value : null));
  if (!one || !other) return { ...lost, because: "gave no answer in one of the orders" };
  const first = readSide(one.verdict, { X: sides.leading, Y: sides.other });
  const second = readSide(other.verdict, { X: sides.other, Y: sides.leading });
  const leading = { X: "leading", Y: "other" } as const;
  const swapped = { X: "other", Y: "leading" } as const;
  const [a, b] = [first === null ? null : leading[first], second === null ? null : swapped[second]];
  const words = [one, other]
    .map(({ reasoning }) => cutWords(reasoning, wordsOfReasoning))
    .filter((text) => text !== "");
  const reasoning = [...new Set(words)].join(" · ");
  const dissent = [...new Set([...one.dissent, ...other.dissent].map((text) => cutWords(text, wordsOfDissent)))];
  const common = { reasoning, dissent, confidence: Math.min(weightOf(one), weightOf(other)) };
  if (a === null || b === null) return { ...common, side: null, because: "named no side" };
  if (a !== b) return { ...common, side: null, because: "ruled differently when the sides changed places" };
  return { ...common, side: a, because: `ruled for the ${a === "leading" ? "leading position" : "other side"}` };
}

const lost = { side: null, reasoning: "", confidence: null, dissent: [] };
