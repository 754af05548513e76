import { type ModelCall, startModelServer } from "../../test/support/model-server.ts";
import { startScenario } from "../../test/support/scenario.ts";

const path = "src/refund.ts";
const before = `export async function refund(order: Order): Promise<void> {
  if (order.refunded) return;
  await orders.update(order.id, { refunded: true });
  await payments.refund(order.chargeId, order.total);
}
`;
const after = `export async function refund(order: Order): Promise<void> {
  if (order.refunded) return;
  await payments.refund(order.chargeId, order.total);
  await orders.update(order.id, { refunded: true });
}
`;
const quote = "  await payments.refund(order.chargeId, order.total);";
const guard = { path, line: 2, quote: "  if (order.refunded) return;" };

/** The answers of each seat. One raises a finding, one agrees, one disputes: a hearing decides. */
const replies: Readonly<Record<string, (call: ModelCall) => object>> = {
  propose: ({ seat }) => ({
    findings: seat !== "claude" ? [] : [finding],
    residualRisks: [],
    openQuestions: [],
  }),
  ballot: ({ seat, items }) => ({
    votes: items.map(({ id }) => ({ id, ...(seat === "gpt" ? disputing : agreeing) })),
    missed: [],
  }),
  refute: () => ({
    argument: "The function returns early for a refunded order.",
    concede: false,
    evidence: [guard],
  }),
  defend: () => ({
    argument: "The early return reads what the caller loaded. Nothing is written before the payment goes out.",
    concede: false,
    evidence: [{ path, line: 3, quote }],
  }),
  judge: () => ({
    ruling: "upheld",
    reason: "Two calls both pass line 2 before either reaches line 4; the old order closed that window.",
    evidence: [guard],
  }),
  compose: ({ items }) => ({
    summary: "The refund is now paid before it is recorded.",
    items: items.map(({ id, title, detail }) => ({ id, title, body: detail })),
  }),
  validate: ({ items }) => ({ items: items.map(({ id }) => ({ id, verdict: "approve", reason: "As found." })) }),
};

const finding = {
  severity: "P0",
  category: "correctness",
  title: "Two requests at once refund an order twice",
  detail:
    "The payment goes out before the order is marked, so a second request still sees an order that is not refunded.",
  path,
  line: 3,
  quote,
  failurePath:
    "Two clicks on “Refund”: both load the order, both pass line 2, both reach line 3. The customer gets the money twice.",
  fix: "Mark the order first, and only if it was not marked; undo that when the payment fails.",
};
const agreeing = {
  verdict: "agree",
  reason: "The removed line stood before the payment; the change moves it behind.",
  evidence: [],
};
const disputing = { verdict: "dispute", reason: "A refunded order returns at once.", evidence: [guard] };

/** The built Action reviews a change on a stand-in for GitHub, with the answers above. Returns the comment that it posts on a line. */
export async function debatedComment(): Promise<string> {
  const models = await startModelServer((call) => replies[call.stage]?.(call) ?? {});
  const scenario = await startScenario({ base: { [path]: before }, head: { [path]: after } });
  try {
    const seats =
      "claude=anthropic:claude-opus-5-5@concurrency,gpt=openai:gpt-6-sol@correctness,sol=openai:gpt-5.6-sol@security";
    const run = await scenario.run({ models, inputs: { seats } });
    const body = scenario.github.world.threads[0]?.comments[0]?.body;
    if (body === undefined) throw new Error(`no comment was posted:\n${run.stdout}`);
    return body;
  } finally {
    await scenario.close();
    await models.close();
  }
}
