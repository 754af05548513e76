import { askSeat, type DebateContext } from "../debate/ask.ts";
import type { Approval, Wording } from "../domain/answers.ts";
import type { Failure } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { ComposeRequest } from "../stages/compose.ts";
import type { Seat } from "../stages/index.ts";
import { wordingOf } from "./compose.ts";
import type { Anchor } from "./debate-state.ts";
import { isClaimedProtected } from "./hearing/removal.ts";

export interface ValidatedFindings {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly failures: Failure[];
  readonly notes: string[];
}

/**
 * Non-raisers approve or reject each wording. Rejected by a majority of responders: the finding goes out in its own words; a tie leaves the
 * winner's wording. A P1 or P2 is dropped only when at least two responded and their majority rejects it with evidence that stands in the
 * code; a protected finding never is. Silence and broken answers are abstentions (golden i).
 */
export async function validateFindings(
  seats: readonly Seat[],
  request: ComposeRequest,
  wordings: readonly Wording[],
  anchor: Anchor,
  floor: DebateContext,
): Promise<ValidatedFindings> {
  floor.emit({ type: "stage-start", stage: "validate" });
  const answers = await Promise.all(
    seats.flatMap((seat) => {
      const items = request.items.filter(({ raisedBy }) => !raisedBy.includes(seat.name));
      if (items.length === 0 || seat.agent.validate === undefined) return [];
      const own = {
        ...request,
        items,
        wordings: wordings.filter(({ finding }) => items.some(({ id }) => id === finding)),
      };
      return [askSeat(seat, "validate", (signal) => seat.agent.validate?.(own, signal), floor)];
    }),
  );
  const approvals = answers.flatMap((answer) =>
    answer.status === "answered"
      ? onePerFinding(answer.value).map((value) => ({ ...value, seat: answer.seat.name }))
      : [],
  );
  const notes: string[] = [];
  const judged = request.items.map((finding) => {
    const cast = approvals.filter(
      (approval) => approval.finding === finding.id && !finding.raisedBy.includes(approval.seat),
    );
    const wording = wordings.find((one) => one.finding === finding.id) ?? wordingOf(finding);
    const rejections = cast.filter(({ verdict }) => verdict === "reject");
    if (rejections.length * 2 <= cast.length) return { ...finding, title: wording.title, detail: wording.body };
    if (!isClaimedProtected(finding) && cast.length >= 2 && grounded(rejections, anchor) * 2 > cast.length) {
      const because = rejections.map(({ reason }) => reason).join("; ");
      return {
        ...finding,
        status: "eliminated",
        eliminatedAt: "validation",
        eliminatedBecause: because,
      } satisfies Finding;
    }
    notes.push(
      `"${finding.title}" keeps its own words: ${rejections.length} of ${cast.length} validators rejected the composed ones.`,
    );
    return finding;
  });
  const eliminated = judged.filter(({ status }) => status === "eliminated");
  for (const { path, title, severity, eliminatedBecause } of eliminated) {
    floor.emit({ type: "finding-eliminated", path, title, severity, because: eliminatedBecause ?? "" });
  }
  return {
    findings: judged.filter((finding) => !eliminated.includes(finding)),
    eliminated,
    failures: answers.flatMap((answer) => (answer.status === "failed" ? [answer.failure] : [])),
    notes,
  };
}

/** A seat that answers twice on a finding has one vote. */
function onePerFinding(approvals: readonly Approval[]): Approval[] {
  return [...new Map(approvals.map((approval) => [approval.finding, approval])).values()];
}

function grounded(rejections: readonly Approval[], anchor: Anchor): number {
  return rejections.filter(({ evidence }) => evidence.some((one) => "place" in anchor(one))).length;
}
