import { estimateTokens } from "../diff/batch.ts";
import type { Amounts, Estimate } from "../domain/estimate.ts";
import type { TokenUsage } from "../domain/provider.ts";
import { type Prepared, prepare, type ReviewPorts } from "./prepare.ts";

/** Rounded from requests of this program: instructions and persona, one ballot's items, one answer, one hearing's dossier. */
const system = 2_500;
const items = 1_500;
const answer = 900;
const dossier = 4_000;
const hearings = 5;
const callsPerHearing = 4;

/** Reads the change and forecasts calls, tokens and cost. No seat is asked. */
export async function estimate(ports: ReviewPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await prepare(ports, signal);
  const { table, files, views } = prepared;
  const rounds = table.settings.debate.maxRounds;
  return {
    files: files.length,
    batches: views.length,
    seats: prepared.seats.filter(({ counted }) => counted).map(({ name }) => name),
    usual: amountsOf(prepared, 1, 0),
    most: amountsOf(prepared, rounds, hearings),
    notes: table.notes,
  };
}

/** Every stage after the first reads its batch from the vendor's cache. */
function amountsOf({ seats, views, table }: Prepared, rounds: number, heard: number): Amounts {
  const models = seats.filter(({ counted }) => counted);
  const reading = views.reduce(
    (sum, { batch, instructions }) => sum + system + batch.tokens + estimateTokens(instructions),
    0,
  );
  const ballots = rounds * views.length;
  const wordings = models.length === 0 || views.length === 0 ? 0 : 1;
  const bySeat = models.map(({ name }): { name: string; calls: number; usage: TokenUsage } => {
    const calls = views.length + ballots + wordings;
    const cachedInputTokens = reading * rounds + (wordings === 1 ? system : 0);
    const inputTokens = reading + cachedInputTokens + (ballots + wordings) * items;
    return { name, calls, usage: { inputTokens, cachedInputTokens, outputTokens: calls * answer } };
  });
  const hearing = models.length === 0 ? 0 : (heard * callsPerHearing) / models.length;
  const costs = bySeat.map(({ name, usage }) => {
    const inputTokens = usage.inputTokens + hearing * dossier;
    return table.costOf(name, { ...usage, inputTokens, outputTokens: usage.outputTokens + hearing * answer });
  });
  return {
    calls: bySeat.reduce((sum, { calls }) => sum + calls, 0) + heard * callsPerHearing * Math.min(1, models.length),
    inputTokens: Math.round(bySeat.reduce((sum, { usage }) => sum + usage.inputTokens + hearing * dossier, 0)),
    outputTokens: Math.round(bySeat.reduce((sum, { usage }) => sum + usage.outputTokens + hearing * answer, 0)),
    costUsd: costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0),
  };
}
