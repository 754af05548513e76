import type { Anchor } from "../../anchor/anchor.ts";
import type { Hearing } from "../../domain/debate.ts";
import { type Conduct, type Constitutions, constitutionOf } from "../../domain/discussion/constitution.ts";
import { type Finding, isClaimedProtected } from "../../domain/finding.ts";
import { conductIn, conductOf } from "../../roles/checks.ts";
import { hearingRoles } from "../../stages/hearing.ts";

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
