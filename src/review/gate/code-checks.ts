import type { ExamineRequest } from "../../domain/answers.ts";
import type { Change } from "../../domain/change.ts";
import { type Finding, isClaimedProtected } from "../../domain/finding.ts";
import { rank, type Severity, stepTowards } from "../../domain/severity.ts";
import { answersIn, askSeat, type DebateContext } from "../../panel/asking/context.ts";
import type { Seat } from "../../panel/stages/index.ts";
import type { CheckedFindings, CodeObjection } from "./admitted.ts";

/**
 * Offline seats check the merged findings by code. A disproof removes a finding; a protected one only if no second seat raised it or agrees
 * with it in the ballot (see `disproofOf`). `before` holds the severities that findings of an earlier push had after its checks.
 */
export async function runCodeChecks(
  seats: readonly Seat[],
  change: Change,
  findings: readonly Finding[],
  before: ReadonlyMap<string, Severity>,
  importers: NonNullable<ExamineRequest["importers"]>,
  context: DebateContext,
): Promise<CheckedFindings> {
  const objections: CodeObjection[] = [];
  const checkers = findings.length === 0 ? [] : seats.filter(({ counted, agent }) => !counted && agent.examine);
  for (const checker of checkers) {
    const ask = ({ agent }: Seat, signal: AbortSignal) => agent.examine?.({ change, findings, importers }, signal);
    const answers = answersIn([await askSeat(checker, "examine", ask, context)]);
    objections.push(...answers.flatMap(({ seat, value }) => value.map((objection) => ({ ...objection, seat }))));
  }
  const checked = findings.map((finding) =>
    apply(
      finding,
      objections.filter((objection) => objection.finding === finding.id),
      before.get(finding.id),
    ),
  );
  return {
    findings: checked.filter(({ status }) => status !== "eliminated"),
    eliminated: checked.filter(({ status }) => status === "eliminated"),
    objections,
  };
}

/** The disproof of a finding by code, with the name of the check's seat; null if there is none. */
export function disproofOf({ id }: Finding, objections: readonly CodeObjection[]): string | null {
  const refuting = objections.find(({ finding, effect }) => finding === id && effect === "refute");
  return refuting === undefined ? null : `${refuting.seat}: ${refuting.reason}`;
}

/** The same as an argument for those who vote and judge. */
export function checksOn(finding: Finding, objections: readonly CodeObjection[]): string[] {
  const disproof = disproofOf(finding, objections);
  return disproof === null ? [] : [`A check by code, ${disproof}.`];
}

export function disproved(finding: Finding, disproof: string): Finding {
  return { ...finding, status: "eliminated", eliminatedAt: "gate", eliminatedBecause: disproof };
}

function apply(finding: Finding, objections: readonly CodeObjection[], before: Severity | undefined): Finding {
  const disproof = disproofOf(finding, objections);
  if (disproof !== null && !isClaimedProtected(finding)) return disproved(finding, disproof);
  const isLowered = objections.some(({ effect }) => effect === "lower");
  const { suggestion, ...rest } = finding;
  const severity = isLowered ? loweredFrom(finding.severity, before) : finding.severity;
  const isUnsuitable = suggestion === undefined || objections.some(({ effect }) => effect === "drop-suggestion");
  return isUnsuitable ? { ...rest, severity } : { ...rest, severity, suggestion };
}

/** One step over all pushes: a P1 may be a P0 that an earlier check lowered. */
function loweredFrom(severity: Severity, before: Severity | undefined): Severity {
  const lower = stepTowards(severity, "P2");
  return before === undefined || rank(lower) <= rank(before) ? lower : before;
}

/** The severities to which code checks lowered findings, by id: no vote and no ruling raises a finding above its cap. */
export function severityCaps(): {
  readonly note: (checked: CheckedFindings) => CheckedFindings;
  readonly of: (id: string) => Severity | undefined;
} {
  const caps = new Map<string, Severity>();
  return {
    note: (checked) => {
      for (const { finding, effect } of checked.objections) {
        const severity = checked.findings.find(({ id }) => id === finding)?.severity;
        if (effect === "lower" && severity !== undefined) caps.set(finding, severity);
      }
      return checked;
    },
    of: (id) => caps.get(id),
  };
}
