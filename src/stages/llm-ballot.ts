import type { BallotReply } from "../domain/answers.ts";
import type { Vote } from "../domain/debate.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { cutCharacters } from "../text/text.ts";
import type { BallotRequest } from "./ballot.ts";
import { idOf, itemOf, type Labelled, labelled, withRealPaths } from "./labels.ts";
import { ask } from "./llm-ask.ts";
import { raisedWith } from "./llm-claims.ts";
import { pathsOf } from "./llm-propose.ts";
import { type LabelledVotes, readBallot } from "./reply.ts";
import type { Reading } from "./reply-list.ts";
import type { LlmOptions } from "./stage.ts";

export async function ballot(options: LlmOptions, request: BallotRequest, signal: AbortSignal): Promise<BallotReply> {
  const { prompts, mask, seat } = options;
  const items = labelled(request.items, seat.name);
  const own = labelled(request.own, seat.name, "O");
  const said = items.flatMap(({ label, finding }) =>
    (request.said.get(finding.id) ?? []).map((text) => `On ${label}:\n${envelope("argument", speech(text, mask))}`),
  );
  const instructions = [
    prompts.stages.ballot,
    ...raisedWith(items, options),
    ...(said.length === 0 ? [] : [render(prompts.parts.said, { said: said.join("\n\n") })]),
  ];
  const question = {
    stage: "ballot" as const,
    view: request,
    round: request.round,
    instructions,
    items: items.map(itemOf),
    own: own.map(itemOf),
  };
  const { votes, missed, dropped } = await ask(options, question, (answer) => readVotes(answer, items, own), signal);
  const paths = pathsOf(request);
  return {
    votes: votes.map((vote) => ({ ...vote, evidence: withRealPaths(vote.evidence, paths, mask) })),
    missed: withRealPaths(missed, paths, mask),
    dropped,
  };
}

function readVotes(answer: string, items: readonly Labelled[], own: readonly Labelled[]): Reading<BallotReply> {
  const reading = readBallot(answer);
  if (!reading.ok) return reading;
  const { votes: given, missed, dropped } = reading.value;
  const known = given.flatMap((vote) => voteOf(vote, items, own));
  if (given.length > 0 && known.length === 0 && items.length > 0)
    return { ok: false, reason: "none of its ids is the id of an item" };
  const unknown = given
    .filter(({ id }) => idOf(id, items) === null)
    .map(({ id }) => `a vote on ${cutCharacters(id, 40)}, which is no item`);
  return { ok: true, value: { votes: oneEach(known), missed, dropped: [...dropped, ...unknown] } };
}

/** A seat votes on items only; its own findings can be the original of a duplicate. */
function voteOf(
  { id, of, ...rest }: LabelledVotes["votes"][number],
  items: readonly Labelled[],
  own: readonly Labelled[],
): Vote[] {
  const finding = idOf(id, items);
  if (finding === null) return [];
  const original = of === undefined ? null : idOf(of, [...items, ...own]);
  return [{ finding, ...rest, ...(original === null || original === finding ? {} : { of: original }) }];
}

/** Votes that contradict each other on one item are no opinion. */
function oneEach(votes: readonly Vote[]): Vote[] {
  const first = new Map<string, Vote>();
  for (const vote of votes) {
    const earlier = first.get(vote.finding);
    if (earlier === undefined) first.set(vote.finding, vote);
    else if (earlier.verdict !== vote.verdict) first.set(vote.finding, contradictory(vote.finding));
  }
  return [...first.values()];
}

function contradictory(finding: string): Vote {
  return { finding, verdict: "abstain", reason: "(voted on it twice, with different verdicts)", evidence: [] };
}
