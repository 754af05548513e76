import { budgetFailure } from "../debate/context.ts";
import type { FreeDebate } from "../domain/discussion/free-debate.ts";
import { isAgreed } from "./camps.ts";
import { debateStop } from "./convergence.ts";
import { type Forum, openDebateOn } from "./openings.ts";
import type { TopicRules } from "./setup.ts";
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
  let state: Debated = { ...opened, rounds: [] };
  const needed = Math.max(2, quorum);
  if (budgetFailure(forum.context) !== null) return { ...state, stopReason: "budget" };
  if (debatersLeft(forum, state).length < needed) return { ...state, stopReason: "panel-lost" };
  let settled: Stop | null = null;
  for (;;) {
    const isLast = settled !== null || state.rounds.length + 1 >= rules.maxRounds;
    state = await playRound(forum, state, rules, isLast);
    const stop = stopAfter(forum, state, rules, needed);
    if (settled !== null) return { ...state, stopReason: stop !== null && isOver(stop) ? stop : settled };
    if (stop === null) continue;
    if (isLast || isOver(stop) || !needsLastWord(rules.strategy)) return { ...state, stopReason: stop };
    // Seats that only asked so far get a last turn to say what they hold.
    settled = stop;
  }
}

function stopAfter(forum: Forum, state: Debated, rules: TopicRules, quorum: number): Stop | null {
  const left = debatersLeft(forum, state);
  return debateStop(
    {
      rounds: state.rounds,
      isAgreed: isAgreed(positionsOf(state, left), opponentAfter(state.rounds)),
      isBudgetSpent: budgetFailure(forum.context) !== null,
      healthy: left.length,
    },
    { ...rules, quorum },
  );
}

function isOver(stop: Stop): boolean {
  return stop === "budget" || stop === "panel-lost";
}
