import type { SeatIdentity } from "../../domain/panel.ts";
import type { StageName } from "../stages/index.ts";
import { answersIn, askSeat, askSeats, type DebateContext } from "./context.ts";

/** How a protocol has its items worded. */
export interface Composing<Asked, Reply> {
  readonly stage: StageName;
  readonly ask: (writer: Asked, signal: AbortSignal) => Promise<Reply>;
  /** The ids of the wordings in a reply, and of the items that were to be worded. */
  readonly given: (reply: Reply) => readonly string[];
  readonly wanted: readonly string[];
  /** Further faults of a reply; null where it has none. */
  readonly faultIn: (reply: Reply) => string | null;
  readonly noun: string;
  /** "The findings keep their": how the note on a failure starts. */
  readonly subject: string;
}

/**
 * One seat words all items: ids in = ids out, each once. Any other reply is set aside and counts as the seat's failure; the items keep the
 * words they were raised with, so nothing is lost by a bad composer.
 */
export async function composeItems<Asked extends SeatIdentity, Reply>(
  writer: Asked,
  { stage, ask, given, wanted, faultIn, noun, subject }: Composing<Asked, Reply>,
  context: DebateContext,
): Promise<{ readonly reply: Reply; readonly note: null } | { readonly reply: null; readonly note: string }> {
  const question = async (seat: Asked, signal: AbortSignal): Promise<Reply> => {
    const reply = await ask(seat, signal);
    const fault = idFault(given(reply), wanted, noun) ?? faultIn(reply);
    if (fault !== null) throw new Error(fault);
    return reply;
  };
  const answer = await askSeat(writer, stage, question, context);
  if (answer.status === "answered") return { reply: answer.value, note: null };
  const { name } = writer;
  const note = `${subject} own words: the composition by ${name} could not be used (${answer.reason}).`;
  return { reply: null, note };
}

function idFault(given: readonly string[], wanted: readonly string[], noun: string): string | null {
  const unknown = given.filter((id) => !wanted.includes(id)).length;
  const missing = wanted.filter((id) => !given.includes(id)).length;
  if (unknown > 0 || missing > 0) return `its ids do not match: ${missing} left out, ${unknown} not asked for`;
  return new Set(given).size === given.length ? null : `it worded a ${noun} twice`;
}

/** The verdicts on one wording, one per seat. Silence and broken answers are abstentions. */
export interface Approvals<Verdict> {
  readonly cast: number;
  readonly rejections: readonly Verdict[];
  /** A majority of those who answered: a tie leaves the composed words. */
  readonly isRejected: boolean;
}

/** The seats approve or reject wordings; the result looks up the verdicts on an item, without those of the seats that `skip`. */
export async function approvalsBy<
  Asked extends SeatIdentity,
  Verdict extends { readonly verdict: "approve" | "reject" },
>(
  validators: readonly Asked[],
  stage: StageName,
  ask: (seat: Asked, signal: AbortSignal) => Promise<readonly Verdict[]> | undefined,
  idOf: (verdict: Verdict) => string,
  context: DebateContext,
): Promise<(id: string, skip?: readonly string[]) => Approvals<Verdict>> {
  const answers = answersIn(await askSeats(validators, stage, ask, context));
  return (id, skip = []) => {
    const cast = answers
      .filter(({ seat }) => !skip.includes(seat))
      .flatMap(({ value }) => value.findLast((verdict) => idOf(verdict) === id) ?? []);
    const rejections = cast.filter(({ verdict }) => verdict === "reject");
    return { cast: cast.length, rejections, isRejected: rejections.length * 2 > cast.length };
  };
}

export function ownWordsNote(title: string, { cast, rejections }: Approvals<unknown>): string {
  return `"${title}" keeps its own words: ${rejections.length} of ${cast} validators rejected the composed ones.`;
}
