import type { Seat } from "../domain/agent.ts";
import type { Change } from "../domain/change.ts";
import type { Failure, Objection } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import { stepTowards } from "../domain/severity.ts";
import { ask, type Floor } from "./ask.ts";

export interface Examined {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly objections: (Objection & { seat: string })[];
  readonly failures: Failure[];
}

/** Code checks against the merged findings. A disproof removes even a protected finding (removal (a)); it is proof, not a vote. */
export async function examine(
  seats: readonly Seat[],
  change: Change,
  findings: readonly Finding[],
  floor: Floor,
): Promise<Examined> {
  const objections: (Objection & { seat: string })[] = [];
  const failures: Failure[] = [];
  for (const seat of seats.filter(({ agent }) => agent.examine !== undefined)) {
    const answer = await ask(seat, "examine", (signal) => seat.agent.examine?.({ change, findings }, signal), floor);
    if (answer.status === "failed") failures.push(answer.failure);
    else objections.push(...answer.value.map((objection) => ({ ...objection, seat: seat.name })));
  }
  const judged = findings.map((finding) =>
    apply(
      finding,
      objections.filter((objection) => objection.finding === finding.id),
    ),
  );
  return {
    findings: judged.filter(({ status }) => status !== "eliminated"),
    eliminated: judged.filter(({ status }) => status === "eliminated"),
    objections,
    failures,
  };
}

function apply(finding: Finding, objections: readonly (Objection & { seat: string })[]): Finding {
  const refuted = objections.find(({ effect }) => effect === "refute");
  if (refuted !== undefined) {
    const because = `${refuted.seat}: ${refuted.reason}`;
    return { ...finding, status: "eliminated", eliminatedAt: "gate", eliminatedBecause: because };
  }
  const lowered = objections.some(({ effect }) => effect === "lower");
  const { suggestion, ...rest } = finding;
  const severity = lowered ? stepTowards(finding.severity, "P2") : finding.severity;
  const unsuitable = suggestion === undefined || objections.some(({ effect }) => effect === "drop-suggestion");
  return unsuitable ? { ...rest, severity } : { ...rest, severity, suggestion };
}
