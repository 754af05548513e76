import { isDone, withSpent } from "../decisions/decide.ts";
import { spentOn, undecided } from "../domain/decisions.ts";
import { messageOf, ReviewError } from "../domain/errors.ts";
import { readOwnPosts } from "../github/own-posts.ts";
import { readPullRequest } from "../github/pull-request.ts";
import { recognise } from "../publication/recognise.ts";
import { contested, type Keeping, keep, runOptions, type Step } from "../record/keep.ts";
import type { DecisionStore } from "../record/record.ts";
import { withinBudget } from "../run/base-settings.ts";
import { rewrite } from "../run/recompute.ts";
import { openRun } from "../run/run.ts";
import type { Settings } from "../settings/settings.ts";
import type { Asked } from "./plan-turn.ts";

/** On a pull request a plan may cost what reviews and people's questions have left of it; on an issue each has its own budget. */
export async function settingsWithin(asked: Asked, settings: Settings): Promise<Settings> {
  if (asked.issue.pullHead === null) return settings;
  const spentUsd = await spentBefore(asked);
  const { usdPerPr } = settings.budget;
  if (usdPerPr - spentUsd >= leastUsd) return withinBudget(settings, spentUsd);
  throw new ReviewError(
    `This pull request has spent $${spentUsd.toFixed(2)} of its $${usdPerPr.toFixed(2)}, so no seat plans.`,
    "Raise `budget.usd-per-pr` on the base branch, or ask on an issue, where each plan has its own `budget.usd`.",
  );
}

/** Less than a cent pays for no answer. */
const leastUsd = 0.01;

async function spentBefore({ issue, desk }: Asked): Promise<number> {
  const { state } = recognise({ comments: issue.ownComments, reviews: [], threads: [], checks: [] });
  if (desk === null) return spentOn(state, state?.decisions ?? undecided);
  const remembered = await desk.read();
  return spentOn(remembered.state ?? state, remembered.decisions);
}

/** Counts what a plan cost towards the pull request. In the App the next publication of a review shows it. */
export async function countCost(asked: Asked, costUsd: number | null, signal: AbortSignal): Promise<void> {
  if (asked.issue.pullHead === null || costUsd === null || costUsd === 0) return;
  const why = await tryTo(() =>
    asked.desk === null ? countInBlock(asked, costUsd, signal) : countAtDesk(asked, costUsd, asked.desk),
  );
  if (why === null) return;
  signal.throwIfAborted();
  const { emit } = asked.room.options;
  emit({
    type: "note",
    text: `What this plan cost, $${costUsd.toFixed(4)}, does not count in budget.usd-per-pr: ${why}`,
  });
}

async function tryTo(count: () => Promise<string | null>): Promise<string | null> {
  try {
    return await count();
  } catch (error) {
    return messageOf(error);
  }
}

const mostTries = 5;

async function countAtDesk({ mark: { comment } }: Asked, costUsd: number, desk: DecisionStore): Promise<string | null> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const { decisions } = await desk.read();
    if (isDone(decisions, comment) || (await desk.keep(withSpent(decisions, { comment, costUsd })))) return null;
  }
  return contested;
}

/** The summary alone: a plan has no word on a check. */
async function countInBlock(
  { room, mark: { comment } }: Asked,
  costUsd: number,
  signal: AbortSignal,
): Promise<string | null> {
  const { github, given } = room;
  const pull = await readPullRequest(github, given.repo, given.number, signal);
  const place = { ...room, pull, posts: await readOwnPosts(github, pull, signal) };
  const keeping: Keeping<string> = {
    isIn: (decisions) => isDone(decisions, comment),
    decide: (known) => {
      const { existing, decisions } = known;
      if (existing.state === null)
        return { instead: "no review of it has ended yet, so nothing remembers that.", known };
      const publish: Step["publish"] = async (now, right) => {
        const options = runOptions(place, right);
        const { run, under } = await openRun(options, { github, ...now }, signal);
        const { failed } = await rewrite(run, [], signal);
        return { isUnderWay: under !== null, isBehind: false, failed };
      };
      return { decisions: withSpent(decisions, { comment, costUsd }), publish };
    },
  };
  const kept = await keep(place, keeping, null, signal);
  if (kept.kind === "kept") await kept.rest();
  if (kept.kind === "instead") return kept.instead;
  return kept.kind === "lost" ? contested : null;
}
