import { perTurn } from "../domain/estimate.ts";
import type { ToolCall } from "../domain/provider.ts";
import type { debateStages, planStages } from "../panel/stages/index.ts";
import type { Asked } from "../panel/stages/stage.ts";
import { mostTurns } from "../panel/stages/tool-loop.ts";
import { questionTeam } from "./by-lead.ts";

/** What an estimate assumes of the answers to a question. */
export interface Assumptions {
  /** `usual`: little is contested; `most`: every round and every second look takes place. */
  readonly course: "usual" | "most";
  readonly seats: readonly string[];
  /** At most, the best plans and the last position are theirs. */
  readonly favoured: readonly string[];
  /** The words of an opening of a plan. */
  readonly maxWords: number;
  /** Seats vote again on steps that somebody is against. */
  readonly isConsensus: boolean;
  /** The round of turns in which all seats take one position over; null: there is none. */
  readonly agreeIn: number | null;
}

/** The part of a forecast in which a stage is counted, and the assumed answer in the form of its reply. */
interface Assumed {
  readonly part: string;
  readonly answer: (asked: Asked, words: Words, given: Assumptions) => object;
}

/** Lengths in tokens, rounded from answers to this program: a ballot or an argument, a position, a remark, a title. */
const usualAnswer = 900;
const position = 150;
const remark = 30;
const title = 15;
const tokensPerWord = 1.5;
const charactersPerToken = 3.5;
/** The steps and the claims of an opening, and the length of a claim. */
const sizes = { usual: { steps: 6, claims: 3, claim: 80 }, most: { steps: 12, claims: 6, claim: 120 } };

/** Texts of a length in tokens. */
interface Words {
  /** Words that no text had before. */
  readonly fresh: (tokens: number) => string;
  /** Always the same ones, so that a debate repeats itself. */
  readonly old: (tokens: number) => string;
  /** The position that a seat opens with. */
  readonly positionOf: (seat: string) => string;
  /** A title, and the seat that it was made for. */
  readonly titleOf: (seat: string) => string;
  readonly authorOf: (title: string) => string | undefined;
}

export function wordsOf(): Words {
  let written = 50;
  const authors = new Map<string, string>();
  const positions = new Map<string, string>();
  const text = (tokens: number, next: (index: number) => number): string =>
    times((tokens * charactersPerToken) / 5, (index) => next(index).toString(36).padStart(4, "w")).join(" ");
  const fresh = (tokens: number): string => text(tokens, () => written++);
  function titleOf(seat: string): string {
    const own = fresh(title);
    authors.set(own, seat);
    return own;
  }
  function positionOf(seat: string): string {
    const own = positions.get(seat) ?? fresh(position);
    positions.set(seat, own);
    return own;
  }
  return {
    fresh,
    old: (tokens) => text(tokens, (index) => index % 50),
    positionOf,
    titleOf,
    authorOf: (own) => authors.get(own),
  };
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.ceil(count) }, (_, index) => make(index));
}

type Step =
  | (typeof planStages)[keyof typeof planStages]["step"]
  | (typeof debateStages)[keyof typeof debateStages]["step"];

const assumed: Readonly<Record<Step, Assumed>> = {
  "plan-lead": { part: "the openings", answer: () => ({}) },
  "plan-open": { part: "the openings", answer: openingOfPlan },
  "plan-rebut": { part: "the rebuttals", answer: rebuttal },
  "plan-assume": {
    part: "the assumptions",
    answer: (_, { fresh }) => ({ premises: times(10, () => fresh(usualAnswer / 10)), concessions: [] }),
  },
  "plan-close": {
    part: "the closing",
    answer: (_, { fresh }) => ({ position: fresh(200 * tokensPerWord), concessions: [] }),
  },
  "plan-compose": {
    part: "the wording",
    answer: ({ items }, { fresh }) => ({
      steps: items.map(({ id, title: own }) => ({ id, phase: "1", title: own, description: fresh(2 * remark) })),
      ...{ summary: fresh(position), risks: [fresh(remark)], openQuestions: [fresh(remark)] },
    }),
  },
  "plan-validate": {
    part: "the wording",
    answer: ({ items }, { fresh }) => ({
      items: items.map(({ id }) => ({ id, verdict: "approve", reason: fresh(usualAnswer / items.length) })),
    }),
  },
  jury: {
    part: "the jury",
    answer: (_, { fresh }) => ({ scores: { X: even, Y: even }, winner: "tie", reason: fresh(usualAnswer) }),
  },
  "debate-lead": { part: "the openings", answer: () => ({}) },
  "debate-open": {
    part: "the openings",
    answer: ({ seat, items }, { fresh, old, positionOf }, { course }) => {
      const { claims, claim } = sizes[course];
      const detail = () => (course === "most" ? fresh(claim) : old(claim));
      return {
        position: positionOf(seat),
        claims: times(claims, () => ({ title: fresh(title), detail: detail(), confidence: 0.7, evidence: [] })),
        uncertainties: [fresh(remark)],
        checks: checksOf(items, fresh),
      };
    },
  },
  "debate-turn": {
    part: "the rounds",
    answer: ({ round }, { fresh, old, positionOf }, { course, agreeIn, favoured: [leader = ""] }) => ({
      position: round === agreeIn ? positionOf(leader) : fresh(position),
      argument: course === "most" ? fresh(usualAnswer - position) : old(usualAnswer - position),
      // Where nothing moves, a debate in `consensus` ends.
      ...{ confidence: 0.5 + round / 100, concessions: [], evidence: [] },
    }),
  },
  "debate-vote": {
    part: "the votes",
    answer: (_, { fresh }) => ({ vote: "agree", confidence: 0.8, reason: fresh(usualAnswer / 4) }),
  },
  "debate-judge": {
    part: "the judges",
    answer: (_, { fresh }) => ({ verdict: "X", reasoning: fresh(usualAnswer), confidence: 0.8, dissent: [] }),
  },
};

const even = { clarity: 10, consistency: 10, strength: 10, rebuttal: 10, realism: 10, synthesis: 10 };

const rows: ReadonlyMap<string, Assumed> = new Map(Object.entries(assumed));

/** Throws for a stage of a review. */
export function assumedOf(stage: string): Assumed {
  const row = rows.get(stage);
  if (row === undefined) throw new Error(`no answer is assumed for the stage ${stage}`);
  return row;
}

/** At most, the favoured seats have the best plans, because they name more risks. */
function openingOfPlan({ seat, items }: Asked, { fresh, titleOf }: Words, { course, maxWords, favoured }: Assumptions) {
  const tokens = (course === "most" ? maxWords : maxWords / 2) * tokensPerWord;
  const { steps } = sizes[course];
  const remarks = (count: number): string[] => times(count, () => fresh(remark));
  return {
    summary: fresh(tokens / 3),
    steps: times(steps, (index) => draft(`${1 + (index % 3)}`, titleOf(seat), fresh((tokens * 2) / 3 / steps))),
    risks: remarks(course === "most" && !favoured.includes(seat) ? 1 : 4),
    ...{ openQuestions: remarks(3), assumptions: remarks(3), checks: checksOf(items, fresh) },
  };
}

function draft(phase: string, own: string, description: string) {
  return { phase, title: own, description, files: ["src/some-folder/some-file.ts"], dependencies: [] };
}

function checksOf(items: Asked["items"], fresh: Words["fresh"]) {
  return items.map(({ id }) => ({ id, verdict: "agree", reason: fresh(remark) }));
}

/** At most, every seat misses a step, wants each step changed, and in `consensus` changes one of its votes each time. */
function rebuttal(asked: Asked, { fresh, titleOf, authorOf }: Words, given: Assumptions) {
  const { seat, round, items } = asked;
  const isMost = given.course === "most";
  const against = given.isConsensus ? opposedBy(asked, authorOf, given) : [];
  const disagrees = round > 2 && isMost ? against.slice(1) : against;
  const reason = () => fresh(usualAnswer / 2 / items.length);
  return {
    votes: items.map((item) => ({
      ...{ id: item.id, verdict: disagrees.includes(item) ? "disagree" : isMost ? "modify" : "agree" },
      ...{ reason: reason(), ...(isMost && { change: reason() }) },
    })),
    missing: isMost && round === 1 ? [draft("1", titleOf(seat), fresh(3 * remark))] : [],
  };
}

/** The items that a seat is against: those of the seat before it, so that none loses its majority. Usually one seat is against one. */
function opposedBy({ seat, items }: Asked, authorOf: Words["authorOf"], { seats, course }: Assumptions) {
  const own = items.filter((item) => authorOf(item.title) === seats.at(seats.indexOf(seat) - 1));
  if (course === "most") return own;
  return seat === seats[1] ? own.toSorted((a, b) => (a.title < b.title ? -1 : 1)).slice(0, 1) : [];
}

/** The calls of a lead in one turn; empty: it answers. Usually each seat gets a task at once; at most, one task a turn as long as there are turns. */
export function leadCalls(turn: number, { fresh }: Words, { course, seats }: Assumptions): ToolCall[] {
  const agents = times(course === "most" ? questionTeam.agents : seats.length, (index) => `agent ${index}`);
  const task = (index: number) => ({ agent: agents[index % agents.length], task: fresh(4 * remark) });
  const call = (name: string, args: object, id = name): ToolCall => ({ id, name, args: JSON.stringify(args) });
  if (turn === 0) return agents.map((name) => call("spawn_agent", { name, instructions: fresh(2 * remark) }, name));
  // The turns after the first two.
  const alone = mostTurns - 2;
  const together = course === "most" ? questionTeam.tasks - alone : agents.length;
  if (turn === 1) return [call("delegate_parallel", { tasks: times(together, task) })];
  if (course === "usual") return [call("complete", {})];
  return turn < mostTurns ? [call("delegate", task(together + turn - 2))] : [];
}

/** The call of a seat that looks things up, for as many turns as usual; empty: it answers. No tool has this name, so none runs. */
export function lookUpCalls(turn: number): ToolCall[] {
  return turn < perTurn.turns ? [{ id: `${turn}`, name: "look-up", args: "{}" }] : [];
}
