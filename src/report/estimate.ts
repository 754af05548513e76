import type { Amounts, Budget, Estimate, Forecast, Subject } from "../domain/estimate.ts";
import { mostQuotedAgain } from "../panel/stages/propose.ts";
import { plain, plural } from "../text/text.ts";
import { hang } from "./text/wrap.ts";

/** A forecast for a person to read before spending anything. */
export function estimateText(forecast: Estimate): string {
  const { subject, seats, usual, most, budget, notes } = forecast;
  if (seats.length === 0) return `${withoutModel(subject)} Nothing was sent.\n`;
  return [
    ...headOf(subject, seats.map(plain).join(", ")),
    ...(subject.kind === "review" && seats.length === 1 ? [oneReviewer] : []),
    "",
    row("", "calls", "tokens in", "tokens out", "cost"),
    row("usual", ...cells(usual)),
    row("at most", ...cells(most)),
    budgetRow(budget),
    "",
    ...keptSentence(forecast),
    `Estimated from the length of ${basisOf[subject.kind]}; cached tokens are priced as such. Nothing was sent.`,
    ...(subject.kind === "review" ? [askedAgain] : []),
    ...notes.map((note) => `- ${plain(note)}`),
    endSentence(forecast),
    "",
  ]
    .flatMap((line) =>
      line.length > 80 ? hang(line.startsWith("- ") ? "- " : "", line.replace(/^- /, ""), 80) : [line],
    )
    .join("\n");
}

const oneReviewer =
  "One reviewer is no debate: no other model would judge what it says, so the best conclusion is neutral.";

const askedAgain = `Not counted, because it is rare: up to ${mostQuotedAgain} short questions to a seat whose serious findings quote code that is not found.`;

const basisOf = {
  review: "the change",
  plan: "what the seats would read",
  debate: "what the seats would read",
} satisfies Record<Subject["kind"], string>;

/** If the journal has no answer of the first stage, it has none of the later stages. */
function keptSentence({ kept }: Estimate): string[] {
  if (kept.answers === 0) return [];
  const answers = kept.answers === 1 ? "1 answer is" : `${kept.answers} answers are`;
  return [
    `Of the first ${kept.of}, ${answers} kept from an earlier run: not counted above. Whether later answers are kept too depends on the first ones, so all later answers are counted.`,
  ];
}

/** The time that models take is unknown before they are asked. */
function endSentence({ subject, usual, most, budget }: Estimate): string {
  const { kind } = subject;
  const time = `After ${budget.minutes} ${budget.minutes === 1 ? "minute" : "minutes"} it would end wherever it is.`;
  if (usual.end !== null)
    return `The budget of ${limitOf(usual.end, budget)} ends this ${kind} in ${usual.end.stage}: it would be incomplete. ${time}`;
  if (most.end !== null)
    return `The usual case fits into the budget. In the worst case, the budget of ${limitOf(most.end, budget)} ends this ${kind} in ${most.end.stage}: it would be incomplete. ${time}`;
  return `It fits into the budget. ${time}`;
}

function limitOf({ limit }: NonNullable<Forecast["end"]>, budget: Budget): string {
  if (limit === "usd") return dollars(budget.usd);
  return `${amount(budget[limit])} ${limit}`;
}

function withoutModel(subject: Subject): string {
  if (subject.kind === "review")
    return `No model seat: rules alone review ${plural(subject.files, "file")}, at no cost.`;
  const [none, needs] =
    subject.kind === "plan" ? ["no plan", "A plan needs a model"] : ["no debate", "A debate needs models"];
  return `No model seat: there would be ${none}, at no cost. ${needs}: set the API key of a vendor, or name seats in PR_DEBATE_SEATS (docs/providers.md).`;
}

function headOf(subject: Subject, seats: string): string[] {
  if (subject.kind !== "review")
    return [`A ${subject.kind} by ${seats}, who see:`, ...subject.shown.map((text) => `  - ${plain(text)}`)];
  const { files, batches, effort } = subject;
  const what = `${files} ${files === 1 ? "file" : "files"} in ${batches} ${batches === 1 ? "batch" : "batches"}`;
  return [`${what}, read by ${seats}`, `Effort: ${plain(effort)}`];
}

function cells({ calls, inputTokens, outputTokens, costUsd }: Amounts): string[] {
  return [
    String(calls),
    amount(inputTokens),
    amount(outputTokens),
    costUsd === null ? "unknown" : `$${costUsd.toFixed(2)}`,
  ];
}

/** Tokens count in both directions together. */
function budgetRow({ calls, tokens, usd }: Budget): string {
  const both = `${amount(tokens)} in all`.padStart(24);
  return `  ${"budget".padEnd(8)}${String(calls).padStart(12)}${both}${`$${usd.toFixed(2)}`.padStart(12)}`;
}

function amount(value: number): string {
  return value.toLocaleString("en-US");
}

function dollars(usd: number): string {
  return Number.isInteger(usd) ? `$${usd}` : `$${usd.toFixed(2)}`;
}

function row(name: string, ...columns: readonly string[]): string {
  return `  ${name.padEnd(8)}${columns.map((column) => column.padStart(12)).join("")}`;
}
