import type { Amounts, Estimate, Subject } from "../domain/estimate.ts";
import { plain } from "../text.ts";

/** A forecast as a person reads it before spending anything. */
export function estimateText(forecast: Estimate): string {
  const { subject, seats, usual, most, notes } = forecast;
  if (seats.length === 0) return `${withoutModel(subject)} Nothing was sent.\n`;
  return [
    ...headOf(subject, seats.map(plain).join(", ")),
    ...(subject.kind === "review" && seats.length === 1 ? [oneReviewer] : []),
    "",
    row("", "calls", "tokens in", "tokens out", "cost"),
    row("usual", ...cells(usual)),
    row("at most", ...cells(most)),
    "",
    ...(subject.kind === "plan" ? [`Whatever it takes, budget.usd ends it at $${subject.usd.toFixed(2)}.`] : []),
    `Estimated from the length of ${basisOf[subject.kind]}; cached tokens are priced as such. Nothing was sent.`,
    ...notes.map((note) => `- ${plain(note)}`),
    "",
  ].join("\n");
}

const oneReviewer =
  "One reviewer is no debate: no other model would judge what it says, so the best conclusion is neutral.";

const basisOf = { review: "the change", plan: "what the seats would read" } satisfies Record<Subject["kind"], string>;

function withoutModel(subject: Subject): string {
  return subject.kind === "review"
    ? `No model seat: rules alone review ${subject.files} files, at no cost.`
    : "No model seat: there would be no plan, at no cost. A plan needs a model: set ANTHROPIC_API_KEY or OPENAI_API_KEY, or name seats in PR_DEBATE_SEATS.";
}

function headOf(subject: Subject, seats: string): string[] {
  if (subject.kind === "plan")
    return [`A plan by ${seats}, who see:`, ...subject.shown.map((text) => `  - ${plain(text)}`)];
  const { files, batches } = subject;
  const what = `${files} ${files === 1 ? "file" : "files"} in ${batches} ${batches === 1 ? "batch" : "batches"}`;
  return [`${what}, read by ${seats}`];
}

function cells({ calls, inputTokens, outputTokens, costUsd }: Amounts): string[] {
  const tokens = (amount: number): string => amount.toLocaleString("en-US");
  return [
    String(calls),
    tokens(inputTokens),
    tokens(outputTokens),
    costUsd === null ? "unknown" : `$${costUsd.toFixed(2)}`,
  ];
}

function row(name: string, ...columns: readonly string[]): string {
  return `  ${name.padEnd(8)}${columns.map((column) => column.padStart(12)).join("")}`;
}
