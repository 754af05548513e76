import { estimateTokens } from "../diff/batch.ts";
import { type Amounts, amountsOf, type Estimate, perCall, type SeatUse } from "../domain/estimate.ts";
import { type Prepared, prepare, type ReviewPorts } from "./prepare.ts";

/** One hearing's dossier. */
const dossier = 4_000;
const hearings = 5;
const callsPerHearing = 4;

/** Reads the change and forecasts calls, tokens and cost. No seat is asked. */
export async function estimate(ports: ReviewPorts, signal: AbortSignal): Promise<Estimate> {
  const prepared = await prepare(ports, signal);
  const { table, files, views } = prepared;
  const rounds = table.settings.debate.maxRounds;
  return {
    subject: { kind: "review", files: files.length, batches: views.length },
    seats: prepared.seats.filter(({ counted }) => counted).map(({ name }) => name),
    usual: amountsIn(prepared, 1, 0),
    most: amountsIn(prepared, rounds, hearings),
    notes: table.notes,
  };
}

/** Every stage after the first reads its batch from the vendor's cache. */
function amountsIn({ seats, views, table }: Prepared, rounds: number, heard: number): Amounts {
  const models = seats.filter(({ counted }) => counted);
  const { system, items, answer } = perCall;
  const reading = views.reduce(
    (sum, { batch, instructions }) => sum + system + batch.tokens + estimateTokens(instructions),
    0,
  );
  const ballots = rounds * views.length;
  const wordings = views.length === 0 ? 0 : 1;
  const inHearings = (heard * callsPerHearing) / models.length;
  const uses = models.map(({ name }): SeatUse => {
    const calls = views.length + ballots + wordings;
    const cachedInputTokens = reading * rounds + wordings * system;
    const inputTokens = reading + cachedInputTokens + (ballots + wordings) * items + inHearings * dossier;
    const outputTokens = (calls + inHearings) * answer;
    return { seat: name, calls: calls + inHearings, usage: { inputTokens, cachedInputTokens, outputTokens } };
  });
  return amountsOf(uses, table.costOf);
}
