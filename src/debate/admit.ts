import { type Likeness, likenessOver } from "../diff/likeness.ts";
import type { Mask } from "../diff/mask.ts";
import { isWide, overlap, sameFinding, textOf } from "../diff/same-finding.ts";
import type { Vote } from "../domain/debate.ts";
import type { Draft, Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";
import type { Examined } from "./examine.ts";
import { type Candidate, gate } from "./gate.ts";
import { isGraver, mayBe } from "./group.ts";
import { eliminatedAtGate, merge } from "./merge.ts";
import type { Anchor } from "./removal.ts";
import type { Admitted } from "./standings.ts";

interface Door {
  readonly anchor: Anchor;
  readonly mask: Mask;
  readonly giveId: (path: string, quote: string) => string;
  /** What the maintainers dismissed: raised again as missed, it stays dismissed. */
  readonly dismissed: readonly Finding[];
  /** Enters new findings into the debate's books, before any check or vote. */
  readonly enter: (findings: readonly Finding[]) => Finding[];
  readonly examine: (findings: readonly Finding[]) => Promise<Examined>;
}

/**
 * Findings that a seat missed in the others' work pass gate, merge and code checks like any proposal, once. One that is there already
 * is the seat's agreement with it, unless it is the seat's own: an author never votes on its own.
 */
export function admitMissed({ anchor, mask, giveId, dismissed, enter, examine }: Door) {
  return async (missed: readonly { seat: string; draft: Draft }[], findings: readonly Finding[]): Promise<Admitted> => {
    const { candidates, rejected, notes } = gate(anchor, missed, mask);
    const all = [...findings, ...dismissed];
    const likeness = likenessOver([...all, ...candidates.map(({ draft }) => draft)].map(textOf));
    const known = candidates.map((candidate) => ({
      candidate,
      finding: all.find((one) => isSame(one, candidate, likeness) && mayStandFor(one, candidate)),
    }));
    const agreed = known.flatMap(({ candidate: { seat, draft }, finding }) =>
      finding === undefined || finding.raisedBy.includes(seat) ? [] : [{ seat, vote: agreement(finding, draft) }],
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
  if (finding.line === null || isWide(place)) return false;
  const { path, side, line, startLine = line, title, detail, raisedBy } = finding;
  const raiser = raisedBy.includes(seat) ? seat : "";
  const known = { path, side, line, startLine, title, detail, seat: raiser };
  return sameFinding(known, { ...place, title: draft.title, detail: draft.detail, seat }, likeness);
}

/**
 * Whether a missed finding may count as agreement with a known one. A graver one may not, for a vote moves severity by one step only; nor may
 * a protected one at other lines, or one at other lines than a dismissed one.
 */
function mayStandFor(finding: Finding, { draft, place }: Candidate): boolean {
  const { path, side, line, startLine = line } = finding;
  const isAtSame = line !== null && overlap(place, { path, side, line, startLine: startLine ?? line });
  if (isGraver(draft, finding) || !mayBe(finding, draft)) return false;
  return isAtSame || (finding.status !== "dismissed" && !isProtected(draft));
}

function agreement({ id }: Finding, { severity, detail }: Draft): Vote {
  return { finding: id, verdict: "agree", severity, reason: detail, evidence: [] };
}
