import {
  type Decisions,
  type Dismissal,
  dismissalKinds,
  type Heard,
  howOut,
  type Override,
  overrideOf,
  timeOf,
} from "../../domain/decisions.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { basisOf, type VerdictFacts } from "../../review/verdict/facts.ts";
import { decideVerdict } from "../../review/verdict/verdict.ts";
import { type DecidedFinding, decidedFindings, reasonSuffix } from "./standing.ts";

/**
 * A review after people's decisions: dismissed findings are out of the verdict, reopened ones are back in it, revised ones have their new severity,
 * and an override of this head passes it. It needs no debate, so it works for a review that ended long ago too.
 */
export function withDecisions(review: Review, facts: VerdictFacts, decisions: Decisions): Review {
  const known = [...review.findings, ...review.eliminated.filter(({ status }) => status === "dismissed")];
  const settled = decidedFindings(known, decisions, facts);
  const all = settled.map(({ finding }) => finding);
  const findings = all.filter(({ status }) => status !== "dismissed");
  const dismissed = all.filter(({ status }) => status === "dismissed");
  const override = overrideOf(decisions, facts.headSha);
  const decided = { ...facts, findings, ...(override === undefined ? {} : { override }) };
  return {
    ...review,
    ...decideVerdict(decided),
    facts: basisOf(decided),
    findings,
    eliminated: [...review.eliminated.filter(({ status }) => status !== "dismissed"), ...dismissed],
    notes: [
      ...notesOn(decisions, { findings, dismissed }, facts.headSha),
      ...settled.flatMap(lapseNotes),
      ...review.notes,
    ],
  };
}

/** Overrides are always listed, dismissals as long as their findings are known, one kind after the other. */
function notesOn(
  { overrides, dismissals, heard, paused }: Decisions,
  { findings, dismissed }: { readonly findings: readonly Finding[]; readonly dismissed: readonly Finding[] },
  head: string,
): string[] {
  const changed = findings.flatMap((finding) => {
    const last = heard.findLast((one) => one.finding === finding.id && one.to !== undefined);
    return last?.to === finding.severity ? [revisionNote(finding, last)] : [];
  });
  const dismissalLines = dismissalKinds.flatMap((kind) =>
    dismissed.flatMap((finding) =>
      dismissals
        .filter((one) => one.finding === finding.id && one.kind === kind)
        .map((one) => dismissalNote(finding, one)),
    ),
  );
  const pause = paused === null ? [] : [`Reviews of new heads are paused by @${paused.by} since ${timeOf(paused.at)}.`];
  return [...overrides.map((one) => overrideNote(one, head)), ...dismissalLines, ...changed, ...pause];
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
  return `${how.charAt(0).toUpperCase()}${how.slice(1)} on ${timeOf(dismissal.at)}: ${finding.severity} ${finding.id} in ${placeOf(finding)}${reasonSuffix(dismissal)}`;
}

/** Why a finding counts again although its dismissal was not taken back. */
function lapseNotes({ finding, lapsed }: DecidedFinding): string[] {
  if (lapsed === null) return [];
  const { dismissal, why } = lapsed;
  const { severity, id, status } = finding;
  const because = {
    unmeant:
      "but an author of the change cannot take out a finding that blocks, and a dismissal does not cover a finding that blocks and is more severe than before",
    alone: `but ${dismissal.of} is neither open here nor dismissed for a reason of its own`,
  }[why];
  // A finding whose code is gone does not count either way.
  if (status === "dismissed") return [];
  return [
    `Counts again: ${severity} ${id} in ${placeOf(finding)} was ${howOut(dismissal)} on ${timeOf(dismissal.at)}, ${because}`,
  ];
}
