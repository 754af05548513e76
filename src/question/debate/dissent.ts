import type { DebatePosition } from "../../domain/discussion/answers.ts";
import type { DebateDissent, DebateRuling, FreeDebate } from "../../domain/discussion/free-debate.ts";
import { samePosition } from "./camps.ts";

type Recorded = Pick<FreeDebate, "positions" | "rounds" | "leading" | "panelVotes" | "rulings">;

/** `adopted` is the position of the verdict; null where there is none. */
interface Decided {
  readonly side: "leading" | "other" | null;
  readonly adopted: string | null;
}

const ruledFor = { leading: "ruled for the leading position", other: "ruled for the other side" } as const;

/** Every opinion against an outcome: votes and rulings for the other side, the devil's advocate, and objections that judges noted. */
export function dissentIn(debate: Recorded, { side, adopted }: Decided): DebateDissent[] {
  const { panelVotes, rulings } = debate;
  const against = side === "other" ? "agree" : "disagree";
  const voted = panelVotes
    .filter(({ vote }) => vote === against)
    .map(({ seat, reason }) => ({
      seat,
      kind: side === "other" ? "voted for the leading position" : "voted against it",
      reason,
    }));
  const others = othersThan(debate, side === "other" ? adopted : debate.leading, side);
  const holding = panelVotes
    .filter(({ vote }) => vote === "abstain")
    .flatMap(({ seat, cast }) => others.filter((one) => one.seat === seat).map((one) => ({ ...one, cast })))
    .map(({ seat, id, text, cast }) => {
      return { seat, kind: `${cast ? "abstained" : "gave no vote"} and holds ${id}`, reason: text };
    });
  const ruled = rulings.flatMap((one) => (one.side === null || one.side === side ? [] : [rulingFor(one.side, one)]));
  const noted = rulings
    .filter((one) => one.side === side)
    .flatMap(({ judge, dissent }) => dissent.map((reason) => ({ seat: judge, kind: "noted an objection", reason })));
  return [...voted, ...holding, ...(side === "other" ? [] : opposed(debate)), ...ruled, ...noted];
}

/** The positions that are against an outcome. Where the leading one is rejected and no other is adopted, it is the one that was against. */
function othersThan({ positions, leading }: Recorded, id: string | null, side: Decided["side"]): DebatePosition[] {
  const isRejected = side === "other" && id === null;
  const text = positions.find((one) => one.id === (isRejected ? leading : id))?.text ?? "";
  return positions.filter((one) => samePosition(one.text, text) === isRejected);
}

function rulingFor(side: keyof typeof ruledFor, { judge, reasoning }: DebateRuling): DebateDissent {
  return { seat: judge, kind: ruledFor[side], reason: reasoning };
}

/** The last argument of the seat with the duty to oppose. */
function opposed({ rounds }: Recorded): DebateDissent[] {
  const turn = rounds.flatMap(({ turns }) => turns).findLast(({ duty }) => duty === "oppose");
  return turn === undefined ? [] : [{ seat: turn.seat, kind: "opposed as devil's advocate", reason: turn.argument }];
}
