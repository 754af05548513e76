import type { Hearing } from "../domain/debate.ts";
import type { Decisions, Dismissal } from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";
import type { State } from "../domain/publication.ts";

/** How often people's replies in one thread are heard. */
const mostHearings = 3;

/** What a reply meets: `finding` is the thread's, `hearings` counts those that were held in it. */
export interface Reply {
  readonly finding: string;
  readonly head: string;
  readonly state: State | null;
  readonly decisions: Decisions;
  readonly hearings: number;
}

/** `nothing`: it is not ours to answer. `told`: one sentence, Markdown of ours, which a thread is told once. `hear`: it is to be heard. */
export type Plea =
  | { readonly kind: "nothing" }
  | { readonly kind: "told"; readonly sentence: string }
  | { readonly kind: "hear"; readonly finding: Finding; readonly state: State };

/** Pure: what becomes of a reply in a finding's thread, before anything is asked of a model. */
export function decideReply({ finding: id, head, state, decisions, hearings }: Reply): Plea {
  const finding = openFinding(state, id);
  if (state === null || finding === undefined) return { kind: "nothing" };
  const { paused } = decisions;
  if (paused !== null)
    return told(`Reviews are paused by \`${paused.by}\`, so nobody hears this. Comment \`/debate resume\` first.`);
  if (hearings >= mostHearings)
    return told(
      `This thread was heard ${mostHearings} times, and that is enough: \`/debate explain ${id}\` tells who said what, \`/debate dismiss ${id} <kind> [why]\` takes the finding out, and \`/debate review\` has the whole change debated anew.`,
    );
  if (state.head !== head)
    return told(
      `The last review was of \`${state.head.slice(0, 12)}\`, and the head is \`${head.slice(0, 12)}\` now: the review of the new head comes first and decides whether this finding still stands. Reply again after it.`,
    );
  return { kind: "hear", finding, state };
}

export function openFinding(state: State | null, id: string): Finding | undefined {
  const found = state?.findings.find((one) => one.id === id);
  return found?.status === "accepted" || found?.status === "disputed" ? found : undefined;
}

/** Why no seat hears it though it could be heard; null where nothing is in the way. */
export function silence(
  id: string,
  seats: number,
  { spentUsd, usdPerPr }: { readonly spentUsd: number; readonly usdPerPr: number },
): string | null {
  if (seats === 0)
    return `No model seat is set, so nobody is here to hear this. \`/debate dismiss ${id} <kind> [why]\` takes the finding out of the verdict.`;
  if (spentUsd < usdPerPr) return null;
  return `This pull request has spent $${spentUsd.toFixed(2)} of its $${usdPerPr.toFixed(2)}, so no seat hears this. Raise \`budget.usd-per-pr\` on the base branch, or take the finding out with \`/debate dismiss ${id} <kind> [why]\`.`;
}

function told(sentence: string): Plea {
  return { kind: "told", sentence };
}

const firstLines = 3;

/** The commit that a reply says it was fixed in. A claim: nothing but the code proves it. */
export function claimedFix(text: string): string | null {
  const lines = text.split(/\r\n|\n|\r/).slice(0, firstLines);
  for (const line of lines) {
    // A quoted line is somebody else's claim.
    if (line.startsWith(">")) continue;
    const sha = /\bfixed (?:in|by):? [`(]*(?<sha>[0-9a-f]{7,40})\b/i.exec(line)?.groups?.["sha"];
    if (sha !== undefined) return sha.toLowerCase();
  }
  return null;
}

/** What the seats withdrew stays out like a dismissal, until somebody reopens it. */
export function withWithdrawn(
  decisions: Decisions,
  { comment, ...rest }: Pick<Dismissal, "finding" | "by" | "why" | "at" | "severity"> & { readonly comment: number },
): Decisions {
  const dismissal: Dismissal = { ...rest, kind: "withdrawn", mayUnblock: true };
  const others = decisions.dismissals.filter(({ finding }) => finding !== rest.finding);
  return { ...decisions, dismissals: [...others, dismissal], done: [...decisions.done, comment].slice(-50) };
}

/** A state with what was heard: the severity that the finding has since, and the words. */
export function withHearing(
  state: State,
  { finding, hearing }: { readonly finding: Pick<Finding, "id" | "severity">; readonly hearing: Hearing },
): State {
  const { told: words } = state;
  return {
    ...state,
    findings: state.findings.map((one) => (one.id === finding.id ? { ...one, severity: finding.severity } : one)),
    ...(words === undefined ? {} : { told: { ...words, hearings: [...words.hearings, hearing] } }),
  };
}

/** A state in which a finding is fixed: its code is gone from the head. */
export function withFixed(state: State, finding: Finding): State {
  const { told: words } = state;
  const fixed: Finding = { ...finding, status: "fixed", anchor: "none" };
  return {
    ...state,
    findings: state.findings.filter(({ id }) => id !== finding.id),
    ...(words === undefined ? {} : { told: { ...words, eliminated: [...words.eliminated, fixed] } }),
  };
}
