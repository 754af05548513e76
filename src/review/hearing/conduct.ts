import type { Anchor } from "../../anchor/anchor.ts";
import { anchorMasked } from "../../anchor/masked-anchor.ts";
import type { Hearing } from "../../domain/debate.ts";
import { type Conduct, type Constitutions, constitutionOf } from "../../domain/discussion/constitution.ts";
import type { Measures } from "../../domain/discussion/metrics.ts";
import { type Finding, isClaimedProtected } from "../../domain/finding.ts";
import { conductIn, conductOf } from "../../roles/checks.ts";
import { hearingRoles } from "../../stages/argue.ts";
import type { Prepared } from "../prepare.ts";

const noRules = { constitutions: new Map(), language: "en" };

/** What code says about those who speak in all hearings. A side that concedes has given up its point, so no rule is checked. */
export function conductOfHearings(
  hearings: readonly Hearing[],
  findings: readonly Finding[],
  anchor: Anchor,
  { constitutions, language }: { readonly constitutions: Constitutions; readonly language: string } = noRules,
): Conduct {
  const speeches = hearings.flatMap(({ finding, exchanges }) =>
    exchanges.filter(({ concede }) => !concede).map((exchange) => ({ ...exchange, finding })),
  );
  return conductIn(
    speeches.map(({ seat, role, argument, evidence, finding }) => {
      const cites = evidence.some((one) => "place" in anchor(one));
      const speech = { text: argument, cites, confidence: null, concedes: false, sides: null };
      const heard = findings.find(({ id }) => id === finding);
      const isProtected = heard === undefined || isClaimedProtected(heard);
      const constitution = constitutionOf(constitutions, hearingRoles[role], isProtected);
      return conductOf(speech, { seat, role: hearingRoles[role], at: finding }, constitution, language);
    }),
  );
}

/** The words of a review about its hearings, and its findings. */
interface Heard {
  readonly hearings: readonly Hearing[];
  readonly findings: readonly Finding[];
}

/** The figures of a review after a hearing that a person reopened. */
export function measuresAfter(
  metrics: Measures,
  { hearings, findings }: Heard,
  hearing: Hearing,
  { change, mask, outside, table }: Pick<Prepared, "change" | "mask" | "outside" | "table">,
): Measures {
  const anchor = anchorMasked(change, mask, outside.fileAt);
  const { constitutions = new Map(), settings } = table;
  const rules = { constitutions, language: settings.review.language };
  const conduct = (some: readonly Hearing[]): Conduct => conductOfHearings(some, findings, anchor, rules);
  return withConduct(metrics, conduct(hearings), conduct([hearing]));
}

/**
 * The rules of one more hearing, counted with those of the `earlier` ones. Where their words are no longer kept, the share of rules that were kept is
 * not known.
 */
export function withConduct(metrics: Measures, earlier: Conduct, now: Conduct): Measures {
  if (now.checked === 0) return metrics;
  const { ruleCompliance, violations: before } = metrics;
  const isKnown = before.length <= earlier.broken.length && (earlier.checked > 0 || ruleCompliance === null);
  const violations = [...before, ...now.broken];
  const checked = earlier.checked + now.checked;
  const share = Math.round((100 * (checked - violations.length)) / checked) / 100;
  return { ...metrics, violations, ruleCompliance: isKnown ? share : null };
}
