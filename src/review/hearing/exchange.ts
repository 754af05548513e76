import type { Dossier } from "../../domain/answers.ts";
import type { Hearing } from "../../domain/debate.ts";
import { askSeat, type DebateContext } from "../../panel/asking/context.ts";
import type { Roles } from "../../panel/asking/hearing-rules.ts";
import type { Seat } from "../../panel/stages/index.ts";

/** The skeptic speaks first; the advocate sees the objection and answers it. */
export async function exchange(opening: Dossier, { advocate, skeptic }: Roles, context: DebateContext) {
  const exchanges: Hearing["exchanges"] = [];
  let dossier = opening;
  for (const [seat, role] of [
    [skeptic, "skeptic"],
    [advocate, "advocate"],
  ] as const) {
    const shown = dossier;
    const ask = ({ agent }: Seat, signal: AbortSignal) => agent.argue?.({ dossier: shown, role }, signal);
    const answer = await askSeat(seat, "hearing", ask, context);
    if (answer.status === "failed") break;
    exchanges.push({ ...answer.value, seat: seat.name, role });
    dossier = { ...dossier, said: [...dossier.said, { role, text: answer.value.argument }] };
    if (answer.value.concede) break;
  }
  return { dossier, exchanges };
}

/** The statements of both sides, with their dossier. */
type Heard = Awaited<ReturnType<typeof exchange>>;

/** The adversary speaks after both sides. It has no side to give up, and without its answer the hearing goes on. */
export async function hearAdversary(sides: Heard, { adversary }: Roles, context: DebateContext): Promise<Heard> {
  if (adversary === undefined) return sides;
  const { dossier, exchanges } = sides;
  const role = "adversary";
  const ask = ({ agent }: Seat, signal: AbortSignal) => agent.argue?.({ dossier, role }, signal);
  const answer = await askSeat(adversary, "hearing", ask, context);
  if (answer.status === "failed") return sides;
  const { argument } = answer.value;
  return {
    dossier: { ...dossier, said: [...dossier.said, { role, text: argument }] },
    exchanges: [...exchanges, { ...answer.value, concede: false, seat: adversary.name, role }],
  };
}
