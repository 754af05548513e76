import type { DebateDissent, FreeDebate } from "../domain/discussion/free-debate.ts";

type Recorded = Pick<FreeDebate, "positions" | "rounds" | "leading" | "panelVotes" | "rulings">;

/** Every opinion against an outcome: votes and rulings for the other side, the devil's advocate, and objections that judges noted. */
export function dissentIn(debate: Recorded, side: "leading" | "other" | null): DebateDissent[] {
  const { panelVotes, rulings, positions } = debate;
  const against = side === "other" ? "agree" : "disagree";
  const voted = panelVotes
    .filter(({ vote }) => vote === against)
    .map(({ seat, reason }) => ({
      seat,
      kind: side === "other" ? "voted for the leading position" : "voted against it",
      reason,
    }));
  const holding = panelVotes
    .filter(({ vote }) => vote === "abstain")
    .flatMap(({ seat }) => positions.filter((one) => one.seat === seat && one.id !== debate.leading))
    .map(({ seat, id, text }) => ({ seat, kind: `abstained and holds ${id}`, reason: text }));
  const ruled = rulings
    .filter((one) => one.side !== null && one.side !== side)
    .map(({ judge, reasoning }) => ({ seat: judge, kind: "ruled for the other side", reason: reasoning }));
  const noted = rulings
    .filter((one) => one.side === side)
    .flatMap(({ judge, dissent }) => dissent.map((reason) => ({ seat: judge, kind: "noted an objection", reason })));
  return [...voted, ...holding, ...opposed(debate), ...ruled, ...noted];
}

/** The last argument of the seat with the duty to oppose. */
function opposed({ rounds }: Recorded): DebateDissent[] {
  const turn = rounds.flatMap(({ turns }) => turns).findLast(({ duty }) => duty === "oppose");
  return turn === undefined ? [] : [{ seat: turn.seat, kind: "opposed as devil's advocate", reason: turn.argument }];
}
