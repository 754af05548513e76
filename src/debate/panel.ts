import type { Failure } from "../domain/debate.ts";
import type { Panel, SeatReport } from "../domain/review.ts";

/** A seat as reports show it. Without `isHealthy`, a seat is healthy when nothing failed. */
export function seatReport(
  { name, provider, model, persona, counted }: Omit<SeatReport, "healthy" | "failure">,
  failures: readonly Failure[],
  {
    isHealthy,
    textOf = joined,
  }: { isHealthy?: boolean | undefined; textOf?: (reasons: readonly string[]) => string } = {},
): SeatReport {
  const reasons = [...new Set(failures.filter(({ seat }) => seat === name).map(({ reason }) => reason))];
  const report = { name, provider, model, persona, counted, healthy: isHealthy ?? reasons.length === 0 };
  return reasons.length === 0 ? report : { ...report, failure: textOf(reasons) };
}

/** Adds the models that answered to the seats. */
export function withServedModels(panel: Panel, served: ReadonlyMap<string, readonly string[]> = new Map()): Panel {
  const seats = panel.seats.map((seat) => {
    const models = served.get(seat.name) ?? [];
    return models.length === 0 ? seat : { ...seat, servedModel: models.toSorted().join(", ") };
  });
  return { ...panel, seats };
}

function joined(reasons: readonly string[]): string {
  return reasons.join("; ");
}

/** The best total; ties go to fewer tokens, then to the earlier seat. A seat without a token count counts as the dearest. Null without seats. */
export function bestSeat(
  scores: readonly { readonly seat: string; readonly total: number }[],
  tokens: ReadonlyMap<string, number>,
): string | null {
  const cost = (seat: string) => tokens.get(seat) ?? Number.MAX_SAFE_INTEGER;
  const [best] = [...scores].sort((a, b) => b.total - a.total || cost(a.seat) - cost(b.seat));
  return best?.seat ?? null;
}
