import type { Amounts, Estimate } from "../domain/estimate.ts";
import { plain } from "../text.ts";

/** A forecast as a person reads it before spending anything. */
export function estimateText(forecast: Estimate): string {
  const { files, batches, seats, usual, most, notes } = forecast;
  const what = `${files} ${files === 1 ? "file" : "files"} in ${batches} ${batches === 1 ? "batch" : "batches"}`;
  if (seats.length === 0) return `No model seat: rules alone review ${files} files, at no cost. Nothing was sent.\n`;
  return [
    `${what}, read by ${seats.map(plain).join(", ")}`,
    "",
    row("", "calls", "tokens in", "tokens out", "cost"),
    row("usual", ...cells(usual)),
    row("at most", ...cells(most)),
    "",
    "Estimated from the length of the change; cached tokens are priced as such. Nothing was sent.",
    ...notes.map((note) => `- ${plain(note)}`),
    "",
  ].join("\n");
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
