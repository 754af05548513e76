import type { Agent } from "../src/panel/stages/index.ts";

export const stages = ["propose", "ballot", "argue", "judge", "compose", "validate"] as const;
export type Stage = (typeof stages)[number];

/**
 * In tokens of input at full price: `input` without the answers, `answers` alone, neither with the diff. `diffs` counts how often the diff was
 * paid for, so that a change of any size can be priced.
 */
export interface Cost {
  calls: number;
  diffs: number;
  input: number;
  answers: number;
}
export type Costs = Readonly<Record<Stage, Cost>>;

/**
 * What calls cost, in tokens: four characters each. A request is the seat's system text, the diff, the stage's instructions and what it is
 * about. A beginning that the seat has sent before counts a tenth, the price of a cached prefix; a token of an answer counts five, the ratio
 * of the vendors' price lists.
 */
export const prices = { charactersPerToken: 4, cached: 0.1, answer: 5 } as const;
export const sizes = { system: 2_500, instructions: 400, excerpt: 600 } as const;

/** Whether the stage sends the whole diff; the others send an excerpt around one finding. */
const sendsDiff: Readonly<Record<Stage, boolean>> = {
  propose: true,
  ballot: true,
  argue: false,
  judge: false,
  compose: true,
  validate: true,
};

export function emptyCosts(): Costs {
  const none = (): Cost => ({ calls: 0, diffs: 0, input: 0, answers: 0 });
  return { propose: none(), ballot: none(), argue: none(), judge: none(), compose: none(), validate: none() };
}

/** Counts what is asked of the agents that `watch` gives back. */
export function costsOf(): { watch: (seat: string, agent: Agent) => Agent; costs: () => Costs } {
  const costs = emptyCosts();
  const sent = new Set<string>();
  const priceOf = (seat: string, part: "system" | "diff"): number => {
    const price = sent.has(`${seat} ${part}`) ? prices.cached : 1;
    sent.add(`${seat} ${part}`);
    return price;
  };
  const record = (stage: Stage, seat: string, about: string, answer: unknown): void => {
    const cost = costs[stage];
    cost.calls += 1;
    cost.diffs += sendsDiff[stage] ? priceOf(seat, "diff") : 0;
    const shown = sizes.instructions + (sendsDiff[stage] ? 0 : sizes.excerpt) + tokens(about);
    cost.input += priceOf(seat, "system") * sizes.system + shown;
    cost.answers += prices.answer * tokens(JSON.stringify(answer));
  };
  const watched =
    <Request, Reply>(
      stage: Stage,
      seat: string,
      about: (request: Request) => unknown,
      method: ((request: Request, signal: AbortSignal) => Promise<Reply>) | undefined,
    ) =>
    async (request: Request, signal: AbortSignal): Promise<Reply> => {
      if (method === undefined) throw new Error(`no seat here lacks ${stage}`);
      const answer = await method(request, signal);
      record(stage, seat, textOf(about(request)), answer);
      return answer;
    };
  return {
    watch: (seat, agent) => ({
      propose: watched("propose", seat, () => "", agent.propose),
      ballot: watched("ballot", seat, ({ batch: _, ...asked }) => asked, agent.ballot),
      argue: watched("argue", seat, ({ dossier: { excerpt: _, ...asked } }) => asked, agent.argue),
      judge: watched("judge", seat, ({ dossier: { excerpt: _, ...asked } }) => asked, agent.judge),
      compose: watched("compose", seat, ({ items }) => items, agent.compose),
      validate: watched("validate", seat, ({ items, wordings }) => [items, wordings], agent.validate),
    }),
    costs: () => costs,
  };
}

/** Only what a seat is shown: neither ids of seats nor the book-keeping of a finding. */
function textOf(value: unknown): string {
  const hidden = new Set([
    "raisedBy",
    "alsoReported",
    "votes",
    "confidence",
    "status",
    "anchor",
    "side",
    "instructions",
  ]);
  return JSON.stringify(value, (key, inner: unknown) =>
    hidden.has(key) ? undefined : inner instanceof Map ? [...inner] : inner,
  );
}

function tokens(text: string): number {
  return text.length / prices.charactersPerToken;
}
