import type { Measured } from "./debate-child.ts";
import type { LoggedCall } from "./debate-server.ts";

/** Four characters a token, everywhere in this bench. */
const charactersPerToken = 4;
const cachedPrice = 0.1;

/** Input tokens of one call at full price, and as billed: a beginning that was sent before counts a tenth. */
export interface InputTokens {
  readonly stage: string;
  readonly sent: number;
  readonly billed: number;
}

/** Calls in the order of arrival. */
export function inputsOf(calls: readonly LoggedCall[]): InputTokens[] {
  const known = new Set<string>();
  return calls.map(({ stage, prefix, prefixLength, taskLength }) => {
    const price = prefix !== "" && known.has(prefix) ? cachedPrice : 1;
    known.add(prefix);
    return {
      stage,
      sent: (prefixLength + taskLength) / charactersPerToken,
      billed: (price * prefixLength + taskLength) / charactersPerToken,
    };
  });
}

export function outputTokens(calls: readonly LoggedCall[]): number {
  return sum(calls.map(({ replyLength }) => replyLength)) / charactersPerToken;
}

/** Billed tokens by stage, rounded. */
export function billedByStage(inputs: readonly InputTokens[]): Record<string, number> {
  const stages = [...new Set(inputs.map(({ stage }) => stage))];
  return Object.fromEntries(
    stages.map((stage) => [
      stage,
      Math.round(sum(inputs.filter((input) => input.stage === stage).map(({ billed }) => billed))),
    ]),
  );
}

/**
 * Calls that must wait for one another by the protocol: every stage of a round waits for the one before it, within a stage all run at once;
 * composition and validation follow the last round.
 */
export function criticalCalls(calls: readonly LoggedCall[]): number {
  const afterRounds = ["compose", "validate"];
  return new Set(calls.map(({ stage, round }) => (afterRounds.includes(stage) ? stage : `${stage} ${round}`))).size;
}

export function countsOf(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));
}

/** A figure of a debate that failed, or was not the debate that is meant, is no figure. */
export function mustBeSound(measured: Measured | undefined, hearings = 2): Measured {
  if (measured === undefined) throw new Error("the debate was not measured");
  for (const one of measured.reviews) {
    if (one.panel !== "full" || one.failures.length > 0) throw new Error(`a seat failed: ${one.failures.join("; ")}`);
    if (measured.remarks.length > 0) throw new Error(`not a plain run: ${measured.remarks[0]}`);
    if (one.hearings !== hearings) throw new Error(`${one.hearings} findings were heard, ${hearings} are contested`);
  }
  return measured;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
