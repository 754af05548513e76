import type { Mask } from "../diff/mask.ts";
import { sameFinding } from "../diff/same-finding.ts";
import type { Vote } from "../domain/debate.ts";
import type { Draft, Finding } from "../domain/finding.ts";
import type { Examined } from "./examine.ts";
import { type Candidate, gate } from "./gate.ts";
import { mayBe } from "./group.ts";
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
    const known = candidates.map((candidate) => ({
      candidate,
      finding: [...findings, ...dismissed].find((one) => isSame(one, candidate) && mayBe(one, candidate.draft)),
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
function isSame(finding: Finding, { seat, draft, place }: Candidate): boolean {
  if (finding.line === null) return false;
  const { path, side, line, startLine = line, title, raisedBy } = finding;
  const raiser = raisedBy.includes(seat) ? seat : "";
  return sameFinding({ path, side, line, startLine, title, seat: raiser }, { ...place, title: draft.title, seat });
}

function agreement({ id }: Finding, { severity, detail }: Draft): Vote {
  return { finding: id, verdict: "agree", severity, reason: detail, evidence: [] };
}
