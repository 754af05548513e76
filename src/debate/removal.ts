import type { Anchoring, Quoted } from "../diff/anchor.ts";
import { saysSomething } from "../diff/quote.ts";
import type { Evidence, Hearing, Vote } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";

/** What speaks against a protected finding, with the seat that brought it. */
export interface Citation {
  readonly seat: string;
  readonly provider: string;
  readonly evidence: readonly Evidence[];
}

/** Finds quoted code in the change; the gate's own eye. */
export type Anchor = (quoted: Quoted) => Anchoring;

/**
 * The removal bar of design §4 for protected findings, ways (b) and (c): its raisers conceded, or a judge ruled refuted in both orders *and*
 * two non-raisers (of two providers where the panel has them) cite code that exists and is not the finding's own quote.
 * Anything else may be removed by a ruling alone. Way (a), a code check, happens before any vote.
 */
export function mayRemove(
  finding: Finding,
  hearing: Pick<Hearing, "rulings" | "exchanges">,
  citations: readonly Citation[],
  panelProviders: number,
  anchor: Anchor,
): boolean {
  if (isConceded(finding, hearing)) return true;
  const orders = new Set(hearing.rulings.filter(({ ruling }) => ruling === "refuted").map(({ order }) => order));
  if (!isClaimedProtected(finding)) return orders.size > 0;
  if (orders.size < 2) return false;
  const grounded = citations.filter(
    ({ seat, evidence }) => !finding.raisedBy.includes(seat) && evidence.some((one) => isOther(one, finding, anchor)),
  );
  const seats = new Set(grounded.map(({ seat }) => seat));
  const providers = new Set(grounded.map(({ provider }) => provider));
  return seats.size >= 2 && providers.size >= Math.min(2, panelProviders);
}

/** Protected as it stands, or as one of its raisers saw it: others who raise it lower, all blind, do not make its removal easier. */
export function isClaimedProtected({ severity, category, alsoReported }: Finding): boolean {
  return [severity, ...alsoReported.map((other) => other.severity)].some((claimed) =>
    isProtected({ severity: claimed, category }),
  );
}

/** All raisers gave the point up. The advocate speaks only for itself: another raiser still stands by the finding. */
export function isConceded({ raisedBy }: Finding, { exchanges }: Pick<Hearing, "exchanges">): boolean {
  const conceding = new Set(
    exchanges.filter(({ role, concede }) => role === "advocate" && concede).map(({ seat }) => seat),
  );
  return raisedBy.every((seat) => conceding.has(seat));
}

/** A dispute without code that exists is no dispute: the seat abstained. */
export function groundedVote(vote: Vote, anchor: Anchor): Vote {
  if (vote.verdict !== "dispute") return vote;
  const found = vote.evidence.filter((evidence) => "place" in anchor(evidence));
  if (found.length > 0) return { ...vote, evidence: found };
  return {
    ...vote,
    verdict: "abstain",
    evidence: [],
    reason: `(dispute without evidence that stands in the code) ${vote.reason}`,
  };
}

/**
 * Evidence that says something, lies somewhere else than what the finding itself quotes, and is not a repeat of the same words in another
 * place. A lone keyword or bracket (`end`, `}`) stands in every file and disproves nothing.
 */
function isOther(evidence: Evidence, finding: Finding, anchor: Anchor): boolean {
  const anchoring = anchor(evidence);
  if (!("place" in anchoring) || folded(finding.quote).includes(folded(evidence.quote))) return false;
  if (!saysSomething(evidence.quote)) return false;
  const { path, side, startLine, line } = anchoring.place;
  const own = path === finding.path && side === finding.side;
  return !own || finding.line === null || startLine > finding.line || line < (finding.startLine ?? finding.line);
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
