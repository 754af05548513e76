import type { Anchor } from "../../anchor/anchor.ts";
import { anchorMasked } from "../../anchor/masked-anchor.ts";
import type { Hearing } from "../../domain/debate.ts";
import { type Conduct, type ConductAgain, constitutionOf } from "../../domain/discussion/constitution.ts";
import { type Finding, isGuarded } from "../../domain/finding.ts";
import { conductIn, conductOf } from "../../roles/checks.ts";
import { hearingRoles } from "../../stages/hearing.ts";
import type { RoleRules } from "../debate-state.ts";
import type { Prepared } from "../prepare.ts";

const noRules: RoleRules = { constitutions: new Map(), language: "en", blockOn: "P0" };

export function roleRulesOf({ constitutions = new Map(), settings }: Prepared["table"]): RoleRules {
  const { language, blockOn } = settings.review;
  return { constitutions, language, blockOn };
}

/**
 * Checks, without a model, which rules the speakers of all hearings followed and broke. A side that concedes has given up
 * its point, so no rule is checked.
 */
export function conductOfHearings(
  hearings: readonly Hearing[],
  findings: readonly Finding[],
  anchor: Anchor,
  { constitutions, language, blockOn }: RoleRules = noRules,
): Conduct {
  const speeches = hearings.flatMap(({ finding, exchanges }) =>
    exchanges.filter(({ concede }) => !concede).map((exchange) => ({ ...exchange, finding })),
  );
  return conductIn(
    speeches.map(({ seat, role, argument, evidence, finding }) => {
      const cites = evidence.some((one) => "place" in anchor(one));
      const speech = { text: argument, cites, confidence: null, concedes: false, sides: null };
      const heard = findings.find(({ id }) => id === finding);
      const isOurs = heard === undefined || isGuarded(heard, blockOn);
      const constitution = constitutionOf(constitutions, hearingRoles[role], isOurs);
      return conductOf(speech, { seat, role: hearingRoles[role], at: finding }, constitution, language);
    }),
  );
}

/** The same for the hearings of a review, and for one that a person reopened. */
export function conductAgain(
  hearings: readonly Hearing[],
  findings: readonly Finding[],
  reopened: Hearing,
  { change, mask, outside, table }: Pick<Prepared, "change" | "mask" | "outside" | "table">,
): ConductAgain {
  const anchor = anchorMasked(change, mask, outside.fileAt);
  const rules = roleRulesOf(table);
  const conduct = (some: readonly Hearing[]): Conduct => conductOfHearings(some, findings, anchor, rules);
  return { earlier: conduct(hearings), now: conduct([reopened]) };
}
