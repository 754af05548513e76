import {
  type Decisions,
  type Dismissal,
  dismissalKinds,
  type Heard,
  howOut,
  type Override,
  overrideOf,
  timeOf,
} from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { isProtected, rank, type Severity } from "../domain/severity.ts";
import type { VerdictFacts } from "../verdict/facts.ts";
import { decideVerdict } from "../verdict.ts";

/**
 * A review as it stands after what people decided: dismissed findings are out of the verdict, reopened ones are in it again, revised ones as grave as they were heard, and an override
 * of this head passes it (design §6, row 2). The same for a review that just ended and for one that ended long ago: no debate is needed.
 */
export function withDecisions(review: Review, facts: VerdictFacts, decisions: Decisions): Review {
  const known = [...review.findings, ...review.eliminated.filter(({ status }) => status === "dismissed")];
  const settled = known.map((finding) => standing(finding, decisions, facts.blockOn));
  const findings = settled.filter(({ status }) => status !== "dismissed");
  const dismissed = settled.filter(({ status }) => status === "dismissed");
  const override = overrideOf(decisions, facts.headSha);
  const verdict = decideVerdict({ ...facts, findings, ...(override === undefined ? {} : { override }) });
  return {
    ...review,
    ...verdict,
    findings,
    eliminated: [...review.eliminated.filter(({ status }) => status !== "dismissed"), ...dismissed],
    notes: [...notesOn(decisions, { findings, dismissed }, facts.headSha), ...review.notes],
  };
}

/** Whether a severity is one that blocks by the base's settings. */
export function isBlocking({ severity }: Pick<Finding, "severity">, blockOn: VerdictFacts["blockOn"]): boolean {
  return blockOn !== "never" && rank(severity) <= rank(blockOn);
}

/** A finding as people left it: dismissed or reopened, and as grave as they had it heard. */
export function standing(found: Finding, decisions: Decisions, blockOn: VerdictFacts["blockOn"]): Finding {
  const finding = revised(found, decisions);
  const dismissal = inForce(finding, decisions, blockOn);
  if (dismissal !== undefined) {
    const eliminatedBecause = `${howOut(dismissal)}${reasonOf(dismissal)}`;
    return { ...finding, status: "dismissed", eliminatedAt: "policy", eliminatedBecause };
  }
  // Reopened while its code was not there: should that come back, so does the finding.
  if (finding.status !== "dismissed" || finding.anchor === "none") return finding;
  const { eliminatedAt: _, eliminatedBecause: __, ...rest } = finding;
  return { ...rest, status: "accepted" };
}

/**
 * What hearings revised stays so while a review finds it as it was: what it finds graver was not heard, and as in any hearing no ruling takes
 * a protected finding down.
 */
function revised(finding: Finding, { heard }: Decisions): Finding {
  const severity = heard
    .filter((one) => one.finding === finding.id)
    .reduce<Severity>((now, { from, to }) => {
      const isKeptUp = to !== undefined && rank(to) > rank(now) && isProtected({ ...finding, severity: now });
      return from === now && to !== undefined && !isKeptUp ? to : now;
    }, finding.severity);
  return severity === finding.severity ? finding : { ...finding, severity };
}

/** Models may find it graver later on; what an author dismissed of their own, or anybody as no blocker, then blocks all the same. */
function inForce(finding: Finding, { dismissals }: Decisions, blockOn: VerdictFacts["blockOn"]): Dismissal | undefined {
  const dismissal = dismissals.find((one) => one.finding === finding.id);
  if (dismissal === undefined || !isBlocking(finding, blockOn)) return dismissal;
  const isGraver = dismissal.severity !== undefined && rank(finding.severity) < rank(dismissal.severity);
  return dismissal.mayUnblock && !isGraver ? dismissal : undefined;
}

/** Overrides are told for ever, dismissals as long as their findings are known, each kind by itself. */
function notesOn(
  { overrides, dismissals, heard, paused }: Decisions,
  { findings, dismissed }: { readonly findings: readonly Finding[]; readonly dismissed: readonly Finding[] },
  head: string,
): string[] {
  const changed = findings.flatMap((finding) => {
    const last = heard.findLast((one) => one.finding === finding.id && one.to !== undefined);
    return last?.to === finding.severity ? [revisionNote(finding, last)] : [];
  });
  const told = dismissalKinds.flatMap((kind) =>
    dismissed.flatMap((finding) =>
      dismissals
        .filter((one) => one.finding === finding.id && one.kind === kind)
        .map((one) => dismissalNote(finding, one)),
    ),
  );
  const pause = paused === null ? [] : [`Reviews of new heads are paused by @${paused.by} since ${timeOf(paused.at)}.`];
  return [...overrides.map((one) => overrideNote(one, head)), ...told, ...changed, ...pause];
}

function overrideNote({ by, why, at, head: sha }: Override, head: string): string {
  const which = sha === head ? "this commit" : `the earlier commit ${sha.slice(0, 12)}, and for no other`;
  return `Overridden by @${by} on ${timeOf(at)} for ${which}: ${why}`;
}

function revisionNote(finding: Finding, { from, to, by, at }: Heard): string {
  return `Revised from ${from} to ${to} in a hearing that @${by} reopened on ${timeOf(at)}: ${finding.id} in ${placeOf(finding)}`;
}

function placeOf({ path, line }: Finding): string {
  return line === null ? path : `${path}:${line}`;
}

function dismissalNote(finding: Finding, dismissal: Dismissal): string {
  const how = howOut(dismissal);
  return `${how.charAt(0).toUpperCase()}${how.slice(1)} on ${timeOf(dismissal.at)}: ${finding.severity} ${finding.id} in ${placeOf(finding)}${reasonOf(dismissal)}`;
}

function reasonOf({ why }: Dismissal): string {
  return why === "" ? "" : `: ${why}`;
}
