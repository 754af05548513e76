import type { Mask } from "../diff/mask.ts";
import type { Seat } from "../domain/agent.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Failure, Round } from "../domain/debate.ts";
import type { Emit } from "../domain/events.ts";
import type { Finding } from "../domain/finding.ts";
import { type Examined, examine } from "./examine.ts";
import { gate } from "./gate.ts";
import { idGiver } from "./identity.ts";
import { eliminatedAtGate, merge } from "./merge.ts";
import { draftsOf, failuresOf, type Proposed, propose } from "./propose.ts";
import { settle } from "./settle.ts";

export interface DebateInput {
  readonly change: Change;
  readonly seats: readonly Seat[];
  /** What the seats read: the change without what triage excluded. */
  readonly files: readonly ChangedFile[];
  readonly mask: Mask;
}

export interface DebateOutcome {
  /** Accepted and disputed. */
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly rounds: Round[];
  /** Seats and parts of their work that did not deliver; `path` where one file is concerned. */
  readonly failures: (Failure & { path?: string })[];
  readonly notes: string[];
  /** The seats that were asked to propose, with how many residual risks and open questions each stated. */
  readonly remarks: { name: string; residualRisks: number; openQuestions: number }[];
}

/** The debate among the seats at the table: propose, gate, merge, examine, settle. */
export async function debate(input: DebateInput, emit: Emit, signal: AbortSignal): Promise<DebateOutcome> {
  const { change, seats, files, mask } = input;
  const giveId = idGiver();

  emit({ type: "stage-start", stage: "propose", detail: `${seats.length} seats, ${files.length} files` });
  const proposed = await propose(seats, files, emit, signal);

  emit({ type: "stage-start", stage: "gate" });
  const gated = gate(change, draftsOf(proposed), mask);
  const rejected = gated.rejected.map((draft) => eliminatedAtGate(draft, giveId));

  emit({ type: "stage-start", stage: "merge" });
  const merged = merge(gated.candidates, giveId);

  emit({ type: "stage-start", stage: "examine", detail: `${merged.length} findings` });
  const examined = await examine(seats, change, merged, emit, signal);

  emit({ type: "stage-start", stage: "settle" });
  const findings = examined.findings.map((finding) => settled(finding, seats));
  const eliminated = [...rejected, ...examined.eliminated, ...findings.filter(({ status }) => status === "eliminated")];
  for (const { path, title, severity, eliminatedBecause } of eliminated) {
    emit({ type: "finding-eliminated", path, title, severity, because: eliminatedBecause ?? "" });
  }

  return {
    findings: findings.filter(({ status }) => status !== "eliminated"),
    eliminated,
    rounds: [firstRound(proposed, examined)],
    failures: [...failuresOf(proposed), ...examined.failures],
    notes: gated.notes,
    remarks: remarksOf(proposed),
  };
}

/** Without a hearing to be had, what would need one is disputed and waits for a human. */
function settled(finding: Finding, seats: readonly Seat[]): Finding {
  const rules = new Set(seats.filter(({ counted }) => !counted).map(({ name }) => name));
  const { agree, dispute } = finding.votes;
  const byRule = finding.raisedBy.some((seat) => rules.has(seat));
  const settlement = settle(finding, { agree: agree.length, dispute: dispute.length, severityGap: 0, byRule });
  if (settlement === "hearing") return { ...finding, status: "disputed" };
  if (settlement === "accepted") return { ...finding, status: "accepted" };
  const eliminatedBecause = `${dispute.length} of ${agree.length + dispute.length} voters disputed it`;
  return { ...finding, status: "eliminated", eliminatedAt: "ballot", eliminatedBecause };
}

function firstRound(proposed: readonly Proposed[], { objections }: Examined): Round {
  const proposals = proposed.map((result) =>
    result.status === "failed"
      ? { seat: result.seat.name, raised: 0, invalid: 0, failure: result.failure.reason }
      : { seat: result.seat.name, raised: result.proposal.drafts.length, invalid: result.proposal.dropped.length },
  );
  return { round: 1, proposals, objections, ballots: [] };
}

function remarksOf(proposed: readonly Proposed[]): DebateOutcome["remarks"] {
  return proposed.map((result) => {
    const { name } = result.seat;
    if (result.status === "failed") return { name, residualRisks: 0, openQuestions: 0 };
    const { residualRisks, openQuestions } = result.proposal;
    return { name, residualRisks: residualRisks.length, openQuestions: openQuestions.length };
  });
}
