import { excerptAround } from "../anchor/excerpt.ts";
import { anchorMasked } from "../anchor/masked-anchor.ts";
import type { DebateContext } from "../debate/ask.ts";
import type { Failure } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import { composeFindings } from "./compose.ts";
import type { DebateOutcome } from "./debate-state.ts";
import type { Prepared } from "./prepare.ts";
import { validateFindings } from "./validate.ts";

export interface Worded {
  readonly findings: readonly Finding[];
  readonly eliminated: readonly Finding[];
  readonly failures: readonly Failure[];
  readonly notes: readonly string[];
  readonly summary: string | null;
}

/** The winner words what survived, the other healthy seats approve or reject each wording (design §4.9, §4.10). */
export async function wordFindings(
  { change, views, mask, seats }: Prepared,
  { findings, healthy }: DebateOutcome,
  winner: string | null,
  floor: DebateContext,
): Promise<Worded> {
  const excerpts = new Map(findings.map((finding) => [finding.id, mask.hide(excerptAround(change, finding, 20))]));
  const request = { items: findings, batch: views.length === 1 ? (views[0] ?? null) : null, excerpts };
  const voters = seats.filter(({ name }) => healthy.includes(name));
  const composed = await composeFindings(
    voters.find(({ name }) => name === winner),
    request,
    floor,
  );
  if (composed.by === null) return { ...composed, findings, eliminated: [] };
  const anchor = anchorMasked(change, mask);
  const others = voters.filter(({ name }) => name !== composed.by);
  const validated = await validateFindings(others, request, composed.wordings, anchor, floor);
  return {
    ...validated,
    // Of findings that the others dropped there is nothing left to sum up.
    summary: validated.findings.length === 0 ? null : composed.summary,
    failures: [...composed.failures, ...validated.failures],
    notes: [...composed.notes, ...validated.notes],
  };
}
