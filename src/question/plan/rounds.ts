import type { TopologyName } from "../../domain/known-names.ts";
import { askStage, seatsLeft } from "../../panel/asking/context.ts";
import { argumentsIn } from "../../panel/asking/votes.ts";
import type { PlanSeat } from "../../panel/stages/index.ts";
import { cutWords } from "../../text/text.ts";
import { rebut, rebutUntilStill, remarkOf, type Voting } from "./ballots.ts";
import type { OpenedPlans, PlanDebate, SeatConcession } from "./tally.ts";

const wordsOfClosing = 200;
const wordsOfRemark = 80;
const mostPremises = 10;

/** The rounds after the openings: rebuttal (once, or until no vote moves), assumptions, closing. Each asks all seats at once. */
export async function planRounds(
  voting: Voting,
  { openings, list, notes, said: checked, topology: opened }: OpenedPlans,
  wanted: TopologyName,
  maxRounds: number,
): Promise<PlanDebate> {
  const { seats, planContext, context, parts } = voting;
  const rebutted = await (wanted === "consensus" ? rebutUntilStill(voting, list, maxRounds) : rebut(voting, list));
  const { steps, book, topology = opened } = rebutted;
  const said = bothOf(checked, argumentsIn(book, remarkOf));
  const shown = ({ name }: PlanSeat) => ({
    context: planContext,
    items: steps,
    own: steps.filter(({ raisedBy }) => raisedBy.includes(name)).map(({ id }) => id),
    said,
    ...parts.get(name),
  });
  /** Seats that opened and did not fail since; none where no step was proposed. */
  const debaters = (): PlanSeat[] =>
    seatsLeft(seats, context).filter(({ name }) => steps.length > 0 && openings.some(({ seat }) => seat === name));

  const assumed = await askStage(
    debaters(),
    "plan-assume",
    (seat, signal) => seat.agent.assume(shown(seat), signal),
    context,
  );
  const premises = [
    ...openings.map(({ seat, value }) => ({ seat, texts: value.assumptions })),
    ...assumed.map(({ seat, value }) => ({ seat, texts: value.premises })),
  ].flatMap(({ seat, texts }) =>
    texts.slice(0, mostPremises).map((text) => ({ seat, text: cutWords(text, wordsOfRemark) })),
  );

  const asked = [...new Set(premises.map(({ text }) => text))];
  const closed = await askStage(
    debaters(),
    "plan-close",
    (seat, signal) => seat.agent.close({ ...shown(seat), premises: asked, maxWords: wordsOfClosing }, signal),
    context,
  );
  const concessions = [...assumed, ...closed].flatMap(({ seat, value }) =>
    value.concessions.map(
      ({ step, reason }): SeatConcession => ({ seat, step, reason: cutWords(reason, wordsOfRemark) }),
    ),
  );
  const cut = closed.filter(({ value }) => cutWords(value.position, wordsOfClosing) !== value.position);
  return {
    openings,
    steps,
    book,
    concessions,
    premises,
    ...(topology === undefined ? {} : { topology }),
    positions: closed.map(({ seat, value }) => ({ seat, position: cutWords(value.position, wordsOfClosing) })),
    notes: [
      ...notes,
      ...rebutted.notes,
      ...cut.map(({ seat }) => `The closing of ${seat} was cut to ${wordsOfClosing} words.`),
    ],
  };
}

function bothOf(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const ids = new Set([...one.keys(), ...other.keys()]);
  return new Map([...ids].map((id) => [id, [...(one.get(id) ?? []), ...(other.get(id) ?? [])]]));
}
