import { createHash } from "node:crypto";
import type { DebateClaim, DebateOpening, DebatePosition } from "../../domain/discussion/answers.ts";
import type { TopologyName } from "../../domain/known-names.ts";
import type { TopologyReport } from "../../domain/topology/topology-report.ts";
import { inTurn, openByLead } from "../../panel/asking/by-lead.ts";
import { askStage, type Delivered, seatsLeft } from "../../panel/asking/context.ts";
import { askInSequence } from "../../panel/asking/in-sequence.ts";
import { droppedNote } from "../../panel/asking/notes.ts";
import type { DebateSeat } from "../../panel/stages/index.ts";
import { cutWords, plural } from "../../text/text.ts";
import { checkedInSequence, earlierParts, type HeardOpening, meanConfidence, wordsOfPosition } from "./earlier.ts";
import type { Forum, Opened } from "./setup.ts";

const wordsOfDetail = 80;
const wordsOfRemark = 60;
const mostClaims = 6;

interface Given {
  readonly delivered: readonly Delivered<HeardOpening>[];
  readonly notes?: readonly string[];
  readonly topology?: TopologyReport;
}
type Way = (seats: readonly DebateSeat[], forum: Forum) => Promise<Given>;

/** Every seat takes a position: alone, after it checked those before it, or on the tasks of a lead. Positions and claims get labels in an order that shows no seat. */
export async function openDebateOn(forum: Forum, topology: TopologyName): Promise<Opened> {
  const { delivered, notes = [], ...opened } = await ways[topology](seatsLeft(forum.seats, forum.context), forum);
  const table = tableOf(delivered);
  const isSequence = topology === "sequential" && delivered.length > 0;
  const checked = isSequence ? checkedInSequence(delivered, table) : { said: [], notes, ...opened };
  return { ...table, ...checked, notes: [...checked.notes, ...delivered.flatMap(notesOn)] };
}

const alone: Way = async (seats, forum) => {
  const request = { context: forum.planContext };
  const ask = ({ agent }: DebateSeat, signal: AbortSignal) => heard(agent.open(request, signal), forum);
  return { delivered: await askStage(seats, "debate-open", ask, forum.context, "each on its own") };
};

const inSequence: Way = async (seats, forum) => {
  const request = { context: forum.planContext };
  const openAfter = (
    { agent }: DebateSeat,
    before: readonly Delivered<HeardOpening>[],
    signal: AbortSignal,
  ): Promise<DebateOpening> => {
    const earlier = earlierParts(before).map(({ seat: _seat, claim: _claim, ...part }) => part);
    return earlier.length === 0 || agent.openAfter === undefined
      ? agent.open(request, signal)
      : agent.openAfter({ ...request, earlier }, signal);
  };
  return {
    delivered: await askInSequence<HeardOpening, DebateSeat>(
      seats,
      "debate-open",
      (seat, before, signal) => heard(openAfter(seat, before, signal), forum),
      forum.context,
    ),
  };
};

const byLead: Way = (seats, forum) => {
  const request = { context: forum.planContext };
  return openByLead<HeardOpening, DebateSeat>(
    seats,
    {
      stages: { lead: "debate-lead", open: "debate-open" },
      lead: ({ agent }, order, signal) => agent.lead?.({ ...request, ...order }, signal),
      open: ({ agent }, task, signal) =>
        heard(agent.open(task === undefined ? request : { ...request, agent: task }, signal), forum),
      shown: ({ opening, claims }) => ({
        position: cutWords(opening.position, wordsOfPosition),
        claims: claims.map(({ title }) => title),
      }),
      raised: ({ claims }) => claims.length,
      merged: mergedOpening,
    },
    forum.context,
  );
};

const ways: Readonly<Record<TopologyName, Way>> = {
  parallel: alone,
  consensus: alone,
  sequential: inSequence,
  hierarchical: byLead,
};

/**
 * The openings of a seat on several tasks as one opening: a part of the position from each, and claims of each in turn.
 */
function mergedOpening(values: readonly HeardOpening[]): HeardOpening {
  const openings = values.map(({ opening }) => opening);
  const words = Math.floor(wordsOfPosition / openings.length);
  const positions = openings.map(({ position }) => cutWords(position, words));
  const isCut = openings.some(({ position }, at) => position !== positions[at]);
  return {
    cuts: isCut ? [`answers ${plural(openings.length, "task")} and was cut to ${words} words for each`] : [],
    opening: {
      position: positions.join("\n\n"),
      claims: openings.flatMap(({ claims }) => claims),
      uncertainties: openings.flatMap(({ uncertainties }) => uncertainties),
      dropped: openings.flatMap(({ dropped }) => dropped),
    },
    claims: inTurn(
      values.map(({ claims }) => claims),
      mostClaims,
    ),
  };
}

async function heard(asked: Promise<DebateOpening>, { lookUp, context }: Forum): Promise<HeardOpening> {
  const opening = await asked;
  const claims = opening.claims.slice(0, mostClaims).map(async ({ title, detail, confidence, evidence }) => ({
    ...{ title, detail: cutWords(detail, wordsOfDetail), confidence },
    evidence: await lookUp(evidence, context.signal),
  }));
  return { opening, claims: await Promise.all(claims) };
}

function tableOf(delivered: readonly Delivered<HeardOpening>[]) {
  const positions: DebatePosition[] = [];
  const claims: DebateClaim[] = [];
  for (const { seat, value } of inDrawnOrder(delivered)) {
    const id = `P${positions.length + 1}`;
    positions.push(positionOf(id, seat, value.opening));
    for (const { title, detail, confidence, evidence } of value.claims)
      claims.push({
        ...{ id: `C${claims.length + 1}`, position: id, seat, title, confidence, detail },
        evidence: [...evidence],
        ...{ requiredChanges: [], givenUp: null, grantedBy: [] },
      });
  }
  return { positions, claims };
}

/** Drawn by content, so a replay draws the same. */
function inDrawnOrder(delivered: readonly Delivered<HeardOpening>[]): readonly Delivered<HeardOpening>[] {
  const drawn = delivered.map((one, index) => {
    const lot = createHash("sha256")
      .update(JSON.stringify([one.value.opening, index]))
      .digest("hex");
    return { one, lot };
  });
  return drawn.sort((a, b) => (a.lot < b.lot ? -1 : 1)).map(({ one }) => one);
}

function positionOf(id: string, seat: string, { position, claims, uncertainties }: DebateOpening): DebatePosition {
  const text = cutWords(position, wordsOfPosition);
  return {
    ...{ id, seat, opening: text, text, adopted: null, confidence: meanConfidence(claims) },
    uncertainties: uncertainties.map((one) => cutWords(one, wordsOfRemark)),
  };
}

function notesOn({ seat, value: { opening, cuts = [] } }: Delivered<HeardOpening>): string[] {
  const { claims, dropped } = opening;
  return [
    ...cuts.map((cut) => `The opening of ${seat} ${cut}.`),
    ...(claims.length > mostClaims
      ? [`The opening of ${seat} had ${claims.length} claims, of which ${mostClaims} are kept.`]
      : []),
    ...droppedNote(seat, "opening", dropped),
  ];
}
