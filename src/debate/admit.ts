import type { Mask } from "../diff/mask.ts";
import { sameFinding } from "../diff/same-finding.ts";
import type { Vote } from "../domain/debate.ts";
import type { Draft, Finding } from "../domain/finding.ts";
import type { Severity } from "../domain/severity.ts";
import type { Examined } from "./examine.ts";
import { type Candidate, gate } from "./gate.ts";
import { eliminatedAtGate, merge } from "./merge.ts";
import type { Anchor } from "./removal.ts";
import type { Admitted } from "./rounds.ts";

interface Door {
  readonly anchor: Anchor;
  readonly mask: Mask;
  readonly giveId: (path: string, quote: string) => string;
  /** Filled with the severity of each new finding. */
  readonly raised: Map<string, Severity>;
  readonly examine: (findings: readonly Finding[]) => Promise<Examined>;
}

/**
 * Findings that a seat missed in the others' work pass gate, merge and code checks like any proposal, once. One that is there already
 * is the seat's agreement with it.
 */
export function admitMissed({ anchor, mask, giveId, raised, examine }: Door) {
  return async (missed: readonly { seat: string; draft: Draft }[], findings: readonly Finding[]): Promise<Admitted> => {
    const { candidates, rejected } = gate(anchor, missed, mask);
    const known = candidates.map((candidate) => ({
      candidate,
      finding: findings.find((finding) => isSame(finding, candidate)),
    }));
    const agreed = known.flatMap(({ candidate, finding }) =>
      finding === undefined ? [] : [{ seat: candidate.seat, vote: agreement(finding, candidate.draft) }],
    );
    const added = merge(
      known.flatMap(({ candidate, finding }) => (finding === undefined ? [candidate] : [])),
      giveId,
    );
    for (const { id, severity } of added) raised.set(id, severity);
    const examined = await examine(added);
    const eliminated = [...rejected.map((draft) => eliminatedAtGate(draft, giveId)), ...examined.eliminated];
    return { agreed, added: examined.findings, eliminated };
  };
}

function isSame(finding: Finding, { seat, draft, place }: Candidate): boolean {
  if (finding.line === null) return false;
  const { path, side, line, startLine = line, title } = finding;
  return sameFinding({ path, side, line, startLine, title, seat: "" }, { ...place, title: draft.title, seat });
}

function agreement({ id }: Finding, { severity, detail }: Draft): Vote {
  return { finding: id, verdict: "agree", severity, reason: detail, evidence: [] };
}
