import type { Handler, ModelCall } from "../test/support/model-server.ts";
import { planReplies } from "../test/support/plan-script.ts";
import { lineOf, pathOf } from "./debate-change.ts";

/**
 * What the stand-ins answer. In the first file the first and the second seat raise a security finding each, which every other seat disputes
 * with code that exists: two hearings. Every seat raises one more finding in each file of its batch that all others confirm: no hearing.
 */
export const answer: Handler = (call) => (replies[call.stage] ?? planReplies[call.stage])?.(call) ?? {};

const ownLine: Readonly<Record<string, number>> = { "claude-1": 10, "gpt-1": 20, "claude-2": 30 };
const raisers = ["claude-1", "gpt-1"];
/** About as long as what models write. */
const reason =
  "The value comes from the request and reaches this line without a check, so an order with no items or a negative price gives a total that later code trusts.";

/** Two different defects: findings in the same words would be merged into one. */
const claims = [
  "The price is multiplied by a rate that nobody has converted to the currency of the order, so customers abroad pay a wrong amount.",
  "Two requests for the same basket run at once here, and the second overwrites the discount that the first one stored.",
] as const;

const replies: Readonly<Record<string, (call: ModelCall) => object>> = {
  propose: ({ seat, batch }) => ({
    findings: [
      ...(raisers.includes(seat) && batch.includes(pathOf(0))
        ? [draft("contested", 0, 5 + 40 * raisers.indexOf(seat), claims[raisers.indexOf(seat)])]
        : []),
      ...directoriesIn(batch).map((directory) => draft("confirmed", directory, ownLine[seat] ?? 40)),
    ],
    residualRisks: [reason],
    openQuestions: [],
  }),
  ballot: ({ items }) => ({
    votes: items.map(({ id, title }) =>
      String(title).startsWith("contested")
        ? { id, verdict: "dispute", reason, evidence: [evidence] }
        : { id, verdict: "agree", reason, evidence: [] },
    ),
    missed: [],
  }),
  refute: () => ({ argument: reason, concede: false, evidence: [evidence] }),
  defend: () => ({ argument: reason, concede: false, evidence: [] }),
  judge: () => ({ ruling: "upheld", reason, evidence: [] }),
  compose: ({ items }) => ({
    summary: reason,
    items: items.map(({ id, title }) => ({ id, title: `Worded: ${String(title)}`, body: reason })),
  }),
  validate: ({ items }) => ({ items: items.map(({ id }) => ({ id, verdict: "approve", reason })) }),
};

const evidence = { path: pathOf(0), line: 3, quote: lineOf(0, 3) };

function draft(kind: "contested" | "confirmed", directory: number, line: number, detail: string = reason): object {
  return {
    severity: "P1",
    category: kind === "contested" ? "security" : "correctness",
    title: `${kind} total${line} in part${directory}`,
    detail,
    path: pathOf(directory),
    line,
    quote: lineOf(directory, line),
    failurePath: detail,
    fix: `Check the order before \`total${line}\`.`,
  };
}

function directoriesIn(batch: string): number[] {
  return [
    ...new Set(
      [...batch.matchAll(/\bpart(?<directory>\d+)\/module\.ts/g)].map(({ groups }) => Number(groups?.["directory"])),
    ),
  ];
}
