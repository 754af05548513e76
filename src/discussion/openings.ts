import { createHash } from "node:crypto";
import { askStage, type DebateContext, type Delivered, seatsLeft } from "../debate/context.ts";
import type { PlanContext } from "../domain/answers.ts";
import type { DebateOpening } from "../domain/discussion/answers.ts";
import type { DebateCitation, DebateClaim, DebatePosition } from "../domain/discussion/free-debate.ts";
import type { DebateSeat } from "../stages/index.ts";
import { cutWords } from "../text/text.ts";
import type { LookUp } from "./citations.ts";

export const wordsOfPosition = 120;
const wordsOfDetail = 80;
const wordsOfRemark = 60;
const mostClaims = 6;

/** Everything that one debate asks with. */
export interface Forum {
  readonly seats: readonly DebateSeat[];
  readonly planContext: PlanContext;
  readonly context: DebateContext;
  readonly lookUp: LookUp;
}

export interface Opened {
  readonly positions: readonly DebatePosition[];
  readonly claims: readonly DebateClaim[];
  readonly notes: readonly string[];
}

/** Every seat takes a position alone. Positions and claims get labels in an order that shows no seat. */
export async function openDebateOn(forum: Forum): Promise<Opened> {
  const { seats, planContext, context, lookUp } = forum;
  const delivered = await askStage(
    seatsLeft(seats, context),
    "debate-open",
    (seat, signal) => seat.agent.open({ context: planContext }, signal),
    context,
  );
  const positions: DebatePosition[] = [];
  const claims: DebateClaim[] = [];
  for (const { seat, value } of inDrawnOrder(delivered)) {
    const id = `P${positions.length + 1}`;
    positions.push(positionOf(id, seat, value));
    for (const claim of value.claims.slice(0, mostClaims)) {
      const evidence = await lookUp(claim.evidence, context.signal);
      claims.push({
        ...{ id: `C${claims.length + 1}`, position: id, seat, title: claim.title, confidence: claim.confidence },
        detail: cutWords(claim.detail, wordsOfDetail),
        evidence,
        requiredChanges: changesRequired(claim.confidence, evidence, value.uncertainties),
        ...{ givenUp: null, grantedBy: [] },
      });
    }
  }
  return { positions, claims, notes: delivered.flatMap(notesOn) };
}

/** What a claim lacks to be a good one. It stays on the table all the same: others may challenge it. */
function changesRequired(
  confidence: number | null,
  evidence: readonly DebateCitation[],
  uncertainties: readonly string[],
): string[] {
  return [
    ...(evidence.some(({ found }) => found) ? [] : ["cite code that exists"]),
    ...(confidence === null ? ["state a confidence"] : []),
    ...(confidence === 1 && uncertainties.length === 0 ? ["state what is uncertain"] : []),
  ];
}

/** Drawn by content, so a replay draws the same. */
function inDrawnOrder(delivered: readonly Delivered<DebateOpening>[]): readonly Delivered<DebateOpening>[] {
  const drawn = delivered.map((one, index) => {
    const lot = createHash("sha256")
      .update(JSON.stringify([one.value, index]))
      .digest("hex");
    return { one, lot };
  });
  return drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ one }) => one);
}

function positionOf(id: string, seat: string, { position, claims, uncertainties }: DebateOpening): DebatePosition {
  const text = cutWords(position, wordsOfPosition);
  const stated = claims.flatMap(({ confidence }) => confidence ?? []);
  const confidence = stated.length === 0 ? null : stated.reduce((sum, value) => sum + value, 0) / stated.length;
  return {
    ...{ id, seat, opening: text, text, adopted: null, confidence },
    uncertainties: uncertainties.map((one) => cutWords(one, wordsOfRemark)),
  };
}

function notesOn({ seat, value: { claims, dropped } }: Delivered<DebateOpening>): string[] {
  return [
    ...(claims.length > mostClaims
      ? [`The opening of ${seat} had ${claims.length} claims, of which ${mostClaims} are kept.`]
      : []),
    ...droppedNote(seat, "opening", dropped),
  ];
}

/** One sentence about parts of an answer that could not be used. */
export function droppedNote(seat: string, part: string, dropped: readonly string[]): string[] {
  if (dropped.length === 0) return [];
  const more = dropped.length > 1 ? ` and ${dropped.length - 1} more` : "";
  return [`Parts of the ${part} of ${seat} could not be used: ${cutWords(dropped[0] ?? "", 40)}${more}.`];
}
