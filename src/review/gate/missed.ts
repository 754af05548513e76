import type { Mask } from "../../anchor/mask.ts";
import {
  isAlike,
  isWide,
  type Likeness,
  likenessOver,
  overlap,
  sameFinding,
  textOf,
} from "../../anchor/same-finding.ts";
import type { Vote } from "../../domain/debate.ts";
import type { Draft, Finding } from "../../domain/finding.ts";
import { isProtected } from "../../domain/severity.ts";
import type { Admitted, Anchor, CheckedFindings } from "../debate-state.ts";
import { type Candidate, gate } from "./gate.ts";
import { isGraver, mayBe } from "./group.ts";
import { claimOf, eliminatedAtGate, merge } from "./merge.ts";

interface Door {
  readonly anchor: Anchor;
  readonly mask: Mask;
  readonly giveId: (path: string, quote: string) => string;
  /** What the maintainers dismissed: raised again as missed, it stays dismissed. */
  readonly dismissed: readonly Finding[];
  /** Enters new findings into the debate's books, before any check or vote. */
  readonly enter: (findings: readonly Finding[]) => Finding[];
  readonly examine: (findings: readonly Finding[]) => Promise<CheckedFindings>;
}

/**
 * Findings that a seat missed in the others' work pass gate, merge and code checks like any proposal, once. One that is there already is the
 * seat's agreement with it, unless it is the seat's own: an author never votes on its own. A protected one is never a mere vote: the seat
 * joins those who raised it, so that they cannot give it up alone.
 */
export function admitMissed({ anchor, mask, giveId, dismissed, enter, examine }: Door) {
  return async (missed: readonly { seat: string; draft: Draft }[], findings: readonly Finding[]): Promise<Admitted> => {
    const { candidates, rejected, notes } = gate(anchor, missed, mask);
    const all = [...findings, ...dismissed];
    const likeness = likenessOver([...all, ...candidates.map(({ draft }) => draft)].map(textOf));
    const known = candidates.map((candidate) => ({
      candidate,
      finding: all.find((one) => isSame(one, candidate, likeness) && mayStandFor(one, candidate, likeness)),
    }));
    const isJoining = ({ candidate: { draft }, finding }: (typeof known)[number]): boolean =>
      finding !== undefined && finding.status !== "dismissed" && isProtected(draft);
    const agreed = known
      .filter((one) => !isJoining(one))
      .flatMap(({ candidate: { seat, draft }, finding }) =>
        finding === undefined || finding.raisedBy.includes(seat) ? [] : [{ seat, vote: agreement(finding, draft) }],
      );
    const joined = known
      .filter(isJoining)
      .flatMap(({ candidate, finding }) =>
        finding === undefined ? [] : [{ finding: finding.id, claim: claimOf(candidate) }],
      );
    const added = enter(
      merge(
        known.flatMap(({ candidate, finding }) => (finding === undefined ? [candidate] : [])),
        giveId,
      ),
    );
    const examined = await examine(added);
    return {
      agreed,
      joined,
      added: examined.findings,
      eliminated: [...rejected.map((draft) => eliminatedAtGate(draft, giveId)), ...examined.eliminated],
      objections: examined.objections,
      failures: examined.failures,
      notes,
    };
  };
}

/** Near one of its own findings a seat means another thing, unless the quotes overlap. */
function isSame(finding: Finding, { seat, draft, place }: Candidate, likeness: Likeness): boolean {
  const { path, side, line, startLine = line, title, detail, raisedBy } = finding;
  if (line === null || startLine === null || isWide(place) || isWide({ startLine, line })) return false;
  const raiser = raisedBy.includes(seat) ? seat : "";
  const known = { path, side, line, startLine, title, detail, seat: raiser };
  return sameFinding(known, { ...place, title: draft.title, detail: draft.detail, seat }, likeness);
}

/**
 * Whether a missed finding is one that is known. A graver one is not, for a vote moves severity by one step only; nor is a protected one at
 * other lines or in other words, or one at other lines than a dismissed one.
 */
function mayStandFor(finding: Finding, { draft, place }: Candidate, likeness: Likeness): boolean {
  const { path, side, line, startLine = line } = finding;
  const isAtSame = line !== null && overlap(place, { path, side, line, startLine: startLine ?? line });
  if (isGraver(draft, finding) || !mayBe(finding, { ...draft, place }, likeness)) return false;
  if (finding.status === "dismissed") return isAtSame;
  if (!isProtected(draft)) return true;
  return isAtSame && (finding.quote.trim() === draft.quote.trim() || isAlike(finding, draft, likeness));
}

function agreement({ id }: Finding, { severity, detail }: Draft): Vote {
  return { finding: id, verdict: "agree", severity, reason: detail, evidence: [] };
}
