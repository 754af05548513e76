import { type Decisions, timeOf, undecided } from "../domain/decisions.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";
import { type Run, without } from "../run/run.ts";

/** One pull request of the group: what its own review says about the head that is being merged; null when there is none. */
export interface Member {
  readonly pull: PullRequest;
  readonly mergeBase: string;
  readonly state: State | null;
}

/** Reviewed to its end, or let pass by a maintainer: the group then takes that over, where it is exactly this. */
export function isDone({ complete, result }: State): boolean {
  return complete || result === "overridden";
}

/** What people dismissed or had revised in its pull requests stays so; an override was for one commit, and this is another. */
export function groupDecisions(members: readonly Member[]): Decisions {
  const all = members.flatMap(({ state }) => state?.decisions ?? []);
  return {
    ...undecided,
    dismissals: all.flatMap(({ dismissals }) => dismissals),
    heard: all.flatMap(({ heard }) => heard),
  };
}

/** Where and by whom reviews are paused: nothing that goes beyond what was reviewed is debated meanwhile. Null: nowhere. */
export function pausedIn(members: readonly Member[]): string | null {
  const all = members.flatMap(({ pull: { number }, state }) => {
    const paused = state?.decisions?.paused ?? null;
    return paused === null ? [] : [`in #${number} by @${paused.by} since ${timeOf(paused.at)}`];
  });
  return all.length === 0 ? null : all.join(", ");
}

const badness: readonly Conclusion[] = ["success", "skipped", "neutral", "cancelled", "failure"];

/** The verdict of the worst member, said as theirs. */
export function inherited(run: Run, members: readonly Member[]): Review {
  const { review } = without(run, { fault: "there is no member" });
  const worst = members
    .flatMap(({ pull, state }) => (state === null ? [] : [{ number: pull.number, state }]))
    .sort((one, other) => badness.indexOf(other.state.conclusion) - badness.indexOf(one.state.conclusion))
    .at(0);
  if (worst === undefined) return review;
  const { result, conclusion, title, panel, confidence } = worst.state;
  const all = members.map(({ pull }) => `#${pull.number}`).join(", ");
  const reason = `This group is exactly what was reviewed in ${all}; the worst verdict is that of #${worst.number}: ${title}`;
  const findings = members.flatMap(({ state }) =>
    (state?.findings ?? []).filter(({ status }) => status !== "dismissed"),
  );
  const coverage = { complete: true, files: [] };
  return {
    ...review,
    result,
    conclusion,
    title: `#${worst.number}: ${title}`,
    reason,
    panel,
    confidence,
    findings,
    coverage,
    notes: [reason],
  };
}
