import type { Decisions } from "../../domain/decisions.ts";
import type { Severity } from "../../domain/severity.ts";
import type { State } from "../../domain/state.ts";
import { openFinding, withHeard } from "./argue.ts";

/** The end of a hearing that a reply started. `withdrawn`: why the seats withdrew the finding. `isSaid`: the thread has the answer already. */
export interface HearingResult {
  readonly kind: "heard";
  readonly text: string;
  readonly end: "resolve" | "leave";
  readonly withdrawn: string | null;
  /** False if an author of the change replied: see `Dismissal`. */
  readonly mayUnblock: boolean;
  /** The severity at which the finding was heard, and its revised severity. Null where there is none. */
  readonly severity: Severity | null;
  readonly revised: Severity | null;
  /** Changes the state of the review whose finding was heard. */
  readonly apply: (state: State) => State;
  readonly costUsd: number;
  readonly isSaid: boolean;
}

/** For a hearing that changes nothing, or whose change is kept already. */
export const nothingNew: Omit<HearingResult, "kind" | "text" | "isSaid"> = {
  end: "leave",
  withdrawn: null,
  mayUnblock: false,
  severity: null,
  revised: null,
  apply: (state) => state,
  costUsd: 0,
};

interface Known {
  readonly state: State | null;
  readonly decisions: Decisions;
}

/**
 * A review that ended during the hearing and changed the finding takes precedence: the hearing was about another severity or
 * another head.
 */
export function unlessOvertaken(
  { state, decisions }: Known,
  finding: string,
  result: HearingResult,
  heardOn: string,
): HearingResult {
  const { severity, costUsd, isSaid } = result;
  const open = openFinding(state, decisions, finding);
  if (severity === null || open === undefined || (open.severity === severity && state?.head === heardOn)) return result;
  const text =
    "A review ended during this hearing and judged this finding itself, so the hearing changes nothing. Reply again if the finding is still open.";
  return { kind: "heard", text, ...nothingNew, costUsd, isSaid };
}

/** The decision is kept. The review that runs on a head finds out whether code is gone from it. */
export function leftToReview(result: HearingResult): HearingResult {
  if (result.end !== "resolve" || result.withdrawn !== null) return result;
  const text = `${result.text} Another run is working on this pull request and has the last word. Reply again if the finding still counts after it.`;
  return { ...result, text, end: "leave" };
}

/** Decisions with a hearing. A finding that somebody dismissed during the hearing keeps that dismissal. */
export function decisionsAfter(
  { state, decisions }: Known,
  reply: { readonly comment: number; readonly finding: string; readonly by: string; readonly at: string },
  { withdrawn, mayUnblock, revised, costUsd }: HearingResult,
): Decisions {
  const open = openFinding(state, decisions, reply.finding);
  if (open === undefined) return withHeard(decisions, reply, { costUsd, withdrawn: null });
  const { severity } = open;
  const change = revised === null ? {} : { from: severity, to: revised, mayUnblock };
  const why = withdrawn === null ? null : { why: withdrawn, severity, mayUnblock };
  return withHeard(decisions, { ...reply, ...change }, { costUsd, withdrawn: why });
}
