import {
  type DebateRuling,
  type FreeDebate,
  type PanelVote,
  votesInWords,
} from "../../domain/discussion/free-debate.ts";
import type { Adjudication } from "../../domain/known-names.ts";
import { plural } from "../../text/text.ts";
import { dissentIn } from "./dissent.ts";
import { consensusScore, countVotes, weightOf } from "./votes.ts";

type RecordedField = "held" | "reason" | "positions" | "rounds" | "leading" | "sides" | "panelVotes" | "rulings";
/** The record of a debate that an adjudication depends on. */
export type RecordedDebate = Pick<FreeDebate, RecordedField>;

type DecidedField = "verdict" | "position" | "reasoning" | "confidence" | "dissent" | "votes" | "consensusScore";
/** The part of a debate that an adjudication decides. */
export type DebateDecision = Pick<FreeDebate, "adjudication" | "result" | "reason" | DecidedField>;

/** For or against the leading position, or neither; with the reason, and the confidence of those who decided. */
interface Outcome {
  readonly side: "leading" | "other" | null;
  readonly reasoning: string;
  readonly confidence: number;
  /** Too few gave an answer for any verdict. */
  readonly isUnanswered?: boolean;
}

const rules: Readonly<Record<Adjudication, (debate: RecordedDebate) => Outcome>> = {
  unanimous: ({ panelVotes }) => byVotes(panelVotes, panelVotes.length, "All"),
  majority: ({ panelVotes }) => byVotes(panelVotes, Math.floor(panelVotes.length / 2) + 1, "More than half"),
  "supreme-court": ({ rulings, sides }) => byJudges(rulings, sides !== null),
};

/**
 * Decides a debate over its recorded positions, votes and rulings. It asks no model, so the same record and adjudication give the same decision. A
 * debate that was not held to its end is inconclusive under every adjudication; one without enough rulings only under `supreme-court`.
 */
export function adjudicateDebate(debate: RecordedDebate, adjudication: Adjudication): DebateDecision {
  const { panelVotes, held, reason } = debate;
  const counted = { adjudication, votes: countVotes(panelVotes), consensusScore: consensusScore(panelVotes) };
  if (!held || !debate.positions.some(({ id }) => id === debate.leading)) {
    const why = reason || "The record lacks the position that was voted on.";
    return { ...counted, result: "inconclusive", reason: why, ...noVerdict(why) };
  }
  const { side, reasoning, confidence, isUnanswered = false } = rules[adjudication](debate);
  if (side === null) {
    const dissent = dissentIn(debate, { side, adopted: null });
    return {
      ...counted,
      result: isUnanswered ? "inconclusive" : "undecided",
      reason,
      ...noVerdict(reasoning),
      dissent,
    };
  }
  const { verdict, position } = verdictOf(debate, adjudication, side);
  const dissent = dissentIn(debate, { side, adopted: position });
  const decided = position === null ? "rejected" : "adopted";
  return { ...counted, result: decided, reason, verdict, position, reasoning, confidence, dissent };
}

function noVerdict(reasoning: string) {
  return { verdict: null, position: null, reasoning, confidence: null, dissent: [] };
}

/** A verdict repeats the words of a position that a seat argued, never words of a judge. */
function verdictOf(
  { positions, leading, sides }: RecordedDebate,
  adjudication: Adjudication,
  side: "leading" | "other",
) {
  const positionAt = (id: string | null | undefined) => positions.find((one) => one.id === id);
  const text = positionAt(leading)?.text ?? "";
  if (side === "leading") return { verdict: text, position: leading };
  const other = adjudication === "supreme-court" ? positionAt(sides?.other.position) : undefined;
  return other === undefined
    ? { verdict: `Rejected: ${text}`, position: null }
    : { verdict: other.text, position: other.id };
}

/** `needed` of all seats of the panel: an abstention and a missing vote count in the whole and for no side. */
function byVotes(votes: readonly PanelVote[], needed: number, share: string): Outcome {
  const seats = plural(votes.length, "seat");
  for (const [vote, side] of [
    ["agree", "leading"],
    ["disagree", "other"],
  ] as const) {
    const same = votes.filter((one) => one.vote === vote);
    if (same.length < needed || same.length === 0) continue;
    const reasons = [...new Set(same.map(({ reason }) => reason))].filter((reason) => reason !== "");
    const verb = vote === "agree" ? "agree with" : "reject";
    return {
      side,
      reasoning: [`${same.length} of ${seats} ${verb} the leading position.`, ...reasons].join(" "),
      confidence: shareOf(same, votes.length),
    };
  }
  const reasoning = `${share} of ${seats} would have to agree: ${votesInWords(votes)}.`;
  return { side: null, reasoning, confidence: 0 };
}

/** More than half of all judges that were asked name the same side, each in both orders. `wereSought`: the debate looked for judges. */
function byJudges(rulings: readonly DebateRuling[], wereSought: boolean): Outcome {
  const answered = rulings.filter(({ confidence }) => confidence !== null);
  const isUnanswered = answered.length * 2 <= rulings.length;
  if (rulings.length === 0)
    return {
      side: null,
      reasoning: wereSought
        ? "No judge was asked: every model of debate.jury wrote a side. Name another model there, or decide by majority."
        : "No judge was asked in this debate. Run the debate again with the adjudication supreme-court.",
      ...{ confidence: 0, isUnanswered },
    };
  const judges = plural(rulings.length, "judge");
  for (const side of ["leading", "other"] as const) {
    const same = rulings.filter((one) => one.side === side);
    if (same.length * 2 <= rulings.length) continue;
    const reasons = [...new Set(same.map(({ reasoning }) => reasoning))].filter((reason) => reason !== "");
    const head = `${same.length} of ${judges} ruled so, in both orders.`;
    return { side, reasoning: [head, ...reasons].join(" "), confidence: shareOf(same, rulings.length) };
  }
  const why = rulings.map(({ judge, because }) => `${judge} ${because}`).join("; ");
  const head = rulings.some(({ side }) => side !== null)
    ? `No side has more than half of ${judges}`
    : `No ruling: ${rulings.length === 1 ? "the only judge named no side" : `none of ${judges} named a side`}`;
  return { side: null, reasoning: `${head}: ${why}.`, confidence: 0, isUnanswered };
}

/** The confidence of those who decided, over all who were asked: silence and dissent count 0. */
function shareOf(deciding: readonly { readonly confidence: number | null }[], all: number): number {
  const sum = deciding.reduce((total, one) => total + weightOf(one), 0);
  return Math.round((100 * sum) / all) / 100;
}
