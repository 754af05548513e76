import { askSeat, type DebateContext } from "../../debate/ask.ts";
import type { Change } from "../../domain/change.ts";
import type { Failure, Objection } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { rank, type Severity, stepTowards } from "../../domain/severity.ts";
import type { Seat } from "../../stages/index.ts";
import { isClaimedProtected } from "../hearing/removal.ts";

export interface CheckedFindings {
  readonly findings: Finding[];
  readonly eliminated: Finding[];
  readonly objections: (Objection & { seat: string })[];
  readonly failures: Failure[];
}

/**
 * Code checks against the merged findings, by offline seats only. A disproof removes a finding; a protected one only if no second seat
 * raised it or agrees with it in the ballot (see `disproofOf`). `before` are the severities that findings of an earlier push had after its checks.
 */
export async function runCodeChecks(
  seats: readonly Seat[],
  change: Change,
  findings: readonly Finding[],
  before: ReadonlyMap<string, Severity>,
  floor: DebateContext,
): Promise<CheckedFindings> {
  if (findings.length === 0) return { findings: [], eliminated: [], objections: [], failures: [] };
  const objections: (Objection & { seat: string })[] = [];
  const failures: Failure[] = [];
  for (const seat of seats.filter(({ counted, agent }) => !counted && agent.examine !== undefined)) {
    const answer = await askSeat(
      seat,
      "examine",
      (signal) => seat.agent.examine?.({ change, findings }, signal),
      floor,
    );
    if (answer.status === "failed") failures.push(answer.failure);
    else objections.push(...answer.value.map((objection) => ({ ...objection, seat: seat.name })));
  }
  const judged = findings.map((finding) =>
    apply(
      finding,
      objections.filter((objection) => objection.finding === finding.id),
      before.get(finding.id),
    ),
  );
  return {
    findings: judged.filter(({ status }) => status !== "eliminated"),
    eliminated: judged.filter(({ status }) => status === "eliminated"),
    objections,
    failures,
  };
}

/** What a code check has against a finding as a whole, with the name of the check's seat; null if there is nothing. */
export function disproofOf({ id }: Finding, objections: readonly (Objection & { seat: string })[]): string | null {
  const refuting = objections.find(({ finding, effect }) => finding === id && effect === "refute");
  return refuting === undefined ? null : `${refuting.seat}: ${refuting.reason}`;
}

/** The same as an argument for those who vote and judge. */
export function checksOn(finding: Finding, objections: readonly (Objection & { seat: string })[]): string[] {
  const disproof = disproofOf(finding, objections);
  return disproof === null ? [] : [`A check by code, ${disproof}.`];
}

export function disproved(finding: Finding, disproof: string): Finding {
  return { ...finding, status: "eliminated", eliminatedAt: "gate", eliminatedBecause: disproof };
}

function apply(
  finding: Finding,
  objections: readonly (Objection & { seat: string })[],
  before: Severity | undefined,
): Finding {
  const disproof = disproofOf(finding, objections);
  if (disproof !== null && !isClaimedProtected(finding)) return disproved(finding, disproof);
  const lowered = objections.some(({ effect }) => effect === "lower");
  const { suggestion, ...rest } = finding;
  const severity = lowered ? loweredFrom(finding.severity, before) : finding.severity;
  const unsuitable = suggestion === undefined || objections.some(({ effect }) => effect === "drop-suggestion");
  return unsuitable ? { ...rest, severity } : { ...rest, severity, suggestion };
}

/** One step over all pushes: what was P1 already may be a P0 that an earlier check lowered. */
function loweredFrom(severity: Severity, before: Severity | undefined): Severity {
  const lower = stepTowards(severity, "P2");
  return before === undefined || rank(lower) <= rank(before) ? lower : before;
}

/** The severities to which code checks lowered findings, by id: no vote and no ruling takes them above. */
export function severityCaps(): {
  readonly note: (examined: CheckedFindings) => CheckedFindings;
  readonly of: (id: string) => Severity | undefined;
} {
  const caps = new Map<string, Severity>();
  return {
    note: (examined) => {
      for (const { finding, effect } of examined.objections) {
        const severity = examined.findings.find(({ id }) => id === finding)?.severity;
        if (effect === "lower" && severity !== undefined) caps.set(finding, severity);
      }
      return examined;
    },
    of: (id) => caps.get(id),
  };
}
