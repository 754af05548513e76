import type { Violation } from "../domain/discussion/constitution.ts";
import type { Figures, Measures } from "../domain/discussion/metrics.ts";
import type { Finding } from "../domain/finding.ts";

type Shown = (value: number) => string;

const whole: Shown = (value) => String(Math.round(100 * value) / 100);
export const share: Shown = (value) => `${Math.round(100 * value)} %`;

/** Label and form of each metric, in the order of docs/metrics.md. */
const rows = [
  ["Rounds to consensus", "roundsToConsensus", whole],
  ["Challenges of each claim, on average", "challengeDepth", whole],
  ["Files cited", "evidenceDiversity", whole],
  ["Claims that survived", "survivalRate", share],
  ["Revisions", "revisions", whole],
  ["Rejections", "rejections", whole],
  ["Revisions of all changes", "revisionShare", share],
  ["Rules kept", "ruleCompliance", share],
  ["Model families", "families", whole],
  ["Agreement above chance (kappa)", "agreementAboveChance", whole],
  ["Quality: claims examined", "rigor", share],
  ["Quality: claims that rest on code", "grounding", share],
  ["Quality: perspectives heard", "perspectiveCoverage", share],
  ["Quality: consensus", "consensusStrength", share],
  ["Quality score, the mean of these four", "qualityScore", share],
] as const satisfies readonly (readonly [string, keyof Figures, Shown])[];

/** The figures with their labels. What could not be measured is named so, and is never a 0. */
export function metricRows(metrics: Measures): readonly (readonly [string, string])[] {
  return rows.map(([label, key, form]) => [label, metricText(metrics[key], form)]);
}

export function metricText(value: number | null, form: Shown = whole): string {
  return value === null ? "not measured" : form(value);
}

/** Where nothing was argued about there is next to nothing to measure, so reports have no table; the JSON has every figure. */
export function isMeasured(metrics: Measures | undefined): metrics is Measures {
  return metrics !== undefined && metrics.survivalRate !== null;
}

/** The score with its four parts, for a terminal; null where it could not be measured. */
export function qualityLine(metrics: Measures): string | null {
  const { qualityScore, rigor, grounding, perspectiveCoverage, consensusStrength, violations } = metrics;
  if (qualityScore === null) return null;
  const parts = [
    `examined ${metricText(rigor, share)}`,
    `rests on code ${metricText(grounding, share)}`,
    `perspectives ${metricText(perspectiveCoverage, share)}`,
    `consensus ${metricText(consensusStrength, share)}`,
    ...(violations.length === 0 ? [] : [`rules of roles broken: ${violations.length}`]),
  ];
  return `${share(qualityScore)} (${parts.join(", ")})`;
}

/** Said above each table of them. */
export const metricsRemark = "Figures about the debate. They decide nothing.";

/** "two as critic, round 1, round 2: Cite the code …": a rule once for each seat. Untrusted: the rules are the repository's own, and titles a model's. */
export function violationTexts(
  violations: readonly Violation[],
  findings: readonly Pick<Finding, "id" | "title">[] = [],
): readonly string[] {
  const titles = new Map(findings.map(({ id, title }) => [id, `"${title}"`]));
  const same = Map.groupBy(violations, ({ seat, role, rule }) => JSON.stringify([seat, role, rule]));
  return [...same.values()].flatMap((all) =>
    all
      .slice(0, 1)
      .map(
        ({ seat, role, rule }) =>
          `${seat} as ${role}, ${all.map(({ at }) => titles.get(at) ?? at).join(", ")}: ${rule}`,
      ),
  );
}
