import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import { budgetFailure } from "../../panel/asking/context.ts";
import { isAgreed } from "./camps.ts";
import { debateStop, isStill } from "./convergence.ts";
import { openDebateOn } from "./openings.ts";
import type { Forum, TopicRules } from "./setup.ts";
import { needsLastWord, opponentAfter } from "./strategy.ts";
import { type Debated, debatersLeft, playRound, positionsOf } from "./turns.ts";

type Stop = FreeDebate["stopReason"];

/** Openings, then rounds of turns until a stop rule holds. */
export async function holdTurns(
  forum: Forum,
  rules: TopicRules,
  quorum: number,
): Promise<Debated & { readonly stopReason: Stop }> {
  const opened = await openDebateOn(forum, rules.topology);
  const needed = Math.max(2, quorum);
  const held = await holdRounds(forum, { ...opened, rounds: [] }, rules, needed);
  if (rules.topology !== "consensus") return held;
  return { ...held, topology: { name: "consensus", passes: held.rounds.length, stop: held.stopReason } };
}

async function holdRounds(
  forum: Forum,
  opened: Debated,
  rules: TopicRules,
  needed: number,
): Promise<Debated & { readonly stopReason: Stop }> {
  if (budgetFailure(forum.context) !== null) return { ...opened, stopReason: "budget" };
  if (debatersLeft(forum, opened).length < needed) return { ...opened, stopReason: "panel-lost" };
  let state = opened;
  let settled: Stop | null = null;
  for (;;) {
    const isLast = settled !== null || state.rounds.length + 1 >= rules.maxRounds;
    const before = state;
    state = await playRound(forum, state, rules, isLast);
    const stop = stopAfter(forum, before, state, rules, needed);
    const stopReason = settled === null ? stop : afterLastWord(settled, stop);
    if (stopReason !== null && (isLast || isOver(stopReason) || !needsLastWord(rules.strategy)))
      return { ...state, stopReason };
    // Seats that have only asked questions so far get a last turn to state their position.
    settled = settled === null ? stop : null;
  }
}

/** Why a debate ends after its last word; null where it goes on, because positions had settled and the last word moved one. */
function afterLastWord(settled: Stop, stop: Stop | null): Stop | null {
  if (settled === "agreed" || settled === "no-change") return stop;
  return stop === null || stop === "max-rounds" ? settled : stop;
}

function stopAfter(forum: Forum, before: Debated, state: Debated, rules: TopicRules, quorum: number): Stop | null {
  const left = debatersLeft(forum, state);
  return debateStop(
    {
      rounds: state.rounds,
      isAgreed: isAgreed(positionsOf(state, left), opponentAfter(state.rounds)),
      isStill: rules.topology === "consensus" && isStill(before, state),
      isBudgetSpent: budgetFailure(forum.context) !== null,
      healthy: left.length,
    },
    { ...rules, quorum },
  );
}

function isOver(stop: Stop): boolean {
  return stop === "budget" || stop === "panel-lost";
}
