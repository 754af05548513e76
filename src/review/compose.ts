import { askSeat, type DebateContext } from "../debate/ask.ts";
import type { Composition, Wording } from "../domain/answers.ts";
import type { Failure } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { ComposeRequest } from "../stages/compose.ts";
import type { Seat } from "../stages/index.ts";

/** The wording of what survived. `by` is null where our own code worded it; `note` says why. */
export interface ComposedFindings {
  readonly wordings: readonly Wording[];
  readonly summary: string | null;
  readonly by: string | null;
  readonly failures: Failure[];
  readonly notes: string[];
}

/**
 * The winner words the findings; ids in = ids out, each once. Severity, place and suggestion are not its to change. Whatever else comes
 * back is set aside and the findings keep the words they were raised with: nothing is lost by a bad composer (golden h).
 */
export async function composeFindings(
  winner: Seat | undefined,
  request: ComposeRequest,
  floor: DebateContext,
): Promise<ComposedFindings> {
  const own: ComposedFindings = {
    wordings: request.items.map(wordingOf),
    summary: null,
    by: null,
    failures: [],
    notes: [],
  };
  if (request.items.length === 0 || winner?.agent.compose === undefined) return own;
  floor.emit({ type: "stage-start", stage: "compose", detail: `by ${winner.name}` });
  const answer = await askSeat(winner, "compose", (signal) => winner.agent.compose?.(request, signal), floor);
  if (answer.status === "failed") {
    return { ...own, failures: [answer.failure], notes: [fallback(winner.name, answer.failure.reason)] };
  }
  const fault = faultOf(answer.value, request.items);
  if (fault !== null) {
    const failure = { seat: winner.name, step: "compose", reason: fault };
    return { ...own, failures: [failure], notes: [fallback(winner.name, fault)] };
  }
  return { ...own, wordings: answer.value.items, summary: answer.value.summary.trim() || null, by: winner.name };
}

/** The finding in the words it was raised with. */
export function wordingOf({ id, title, detail }: Finding): Wording {
  return { finding: id, title, body: detail };
}

function faultOf({ items }: Composition, findings: readonly Finding[]): string | null {
  const given = items.map(({ finding }) => finding);
  const unknown = given.filter((id) => !findings.some((finding) => finding.id === id)).length;
  const missing = findings.filter(({ id }) => !given.includes(id)).length;
  if (unknown > 0 || missing > 0) return `its ids do not match: ${missing} left out, ${unknown} not asked for`;
  if (new Set(given).size !== given.length) return "it worded a finding twice";
  return items.some(({ title, body }) => title.trim() === "" || body.trim() === "") ? "it left a text empty" : null;
}

function fallback(seat: string, reason: string): string {
  return `The findings keep their own words: the composition by ${seat} could not be used (${reason}).`;
}
