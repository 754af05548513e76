import type { Agent } from "../src/domain/agent.ts";

export const stages = ["propose", "ballot", "argue", "judge", "compose", "validate"] as const;
export type Stage = (typeof stages)[number];

/** In tokens of input at full price. `input` leaves the answers out. */
export interface Cost {
  calls: number;
  input: number;
  all: number;
}
export type Costs = Readonly<Record<Stage, Cost>>;

/**
 * What calls cost, in tokens: four characters each. A request is the seat's system text, the diff, the stage's instructions and what it is
 * about. A beginning that the seat has sent before counts a tenth, the price of a cached prefix; a token of an answer counts five, the ratio
 * of the vendors' price lists.
 */
export const prices = { charactersPerToken: 4, cached: 0.1, answer: 5 } as const;
export const sizes = { system: 2_500, diff: 10_000, instructions: 400, excerpt: 600 } as const;

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
  const none = (): Cost => ({ calls: 0, input: 0, all: 0 });
  return { propose: none(), ballot: none(), argue: none(), judge: none(), compose: none(), validate: none() };
}

/** Counts what is asked of the agents that `watch` gives back. */
export function costsOf(): { watch: (seat: string, agent: Agent) => Agent; costs: () => Costs } {
  const costs = emptyCosts();
  const sent = new Set<string>();
  const prefixCost = (seat: string, part: "system" | "diff"): number => {
    const price = sent.has(`${seat} ${part}`) ? prices.cached : 1;
    sent.add(`${seat} ${part}`);
    return price * sizes[part];
  };
  const record = (stage: Stage, seat: string, about: string, answer: unknown): void => {
    const prefix = prefixCost(seat, "system") + (sendsDiff[stage] ? prefixCost(seat, "diff") : sizes.excerpt);
    const input = prefix + sizes.instructions + tokens(about);
    const cost = costs[stage];
    cost.calls += 1;
    cost.input += input;
    cost.all += input + prices.answer * tokens(JSON.stringify(answer));
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
  return (
    JSON.stringify(value, (key, inner: unknown) =>
      hidden.has(key) ? undefined : inner instanceof Map ? [...inner] : inner,
    ) ?? ""
  );
}

function tokens(text: string): number {
  return text.length / prices.charactersPerToken;
}
