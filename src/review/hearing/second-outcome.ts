import { adjudicate } from "../../debate/hearing-rules.ts";
import type { Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Adjudication } from "../../domain/known-names.ts";
import type { Seat } from "../../stages/index.ts";
import { isConceded, mayRemove } from "./removal.ts";
import { type Bar, citationsBy, citedIn, upheldSeverity } from "./ruling.ts";

/** The record that a second hearing is measured against. */
export interface SecondBar extends Omit<Bar, "panel"> {
  readonly panel: readonly Seat[];
  readonly adjudication: Adjudication;
}

/** `unheard`: no raiser answered. Like `undecided` it leaves the finding as it was. */
export type SecondOutcome = "upheld" | "revised" | "withdrawn" | "undecided" | "unheard";

export const rulingOf = {
  upheld: "upheld",
  revised: "upheld",
  withdrawn: "refuted",
  undecided: "undecided",
  unheard: "undecided",
} as const satisfies Record<SecondOutcome, Hearing["ruling"]>;

interface Outcome extends Pick<Hearing, "because"> {
  readonly outcome: SecondOutcome;
}

/** How the second hearing of a finding ends. */
export function outcomeOf(
  finding: Finding,
  debated: Pick<Hearing, "exchanges" | "rulings">,
  expected: number,
  second: SecondBar,
): Outcome {
  const { exchanges, rulings } = debated;
  if (exchanges.length === 0) return { outcome: "unheard", because: "no seat that raised it answered" };
  if (isConceded(finding, debated)) return givenUp(finding, rulings, expected, second);
  if (expected === 0) return withoutJudge(exchanges);
  const { ruling, because } = adjudicate(second.adjudication, rulings, expected);
  if (ruling === "undecided") return { outcome: "undecided", because };
  if (ruling === "upheld") {
    const isRevised = upheldSeverity(finding, debated, second, []) !== finding.severity;
    return { outcome: isRevised ? "revised" : "upheld", because };
  }
  const citations = citationsBy(second.panel, citedIn({ exchanges: [], rulings }, "refuted"));
  if (mayRemove(finding, debated, citations, second.panel, second.anchor)) return { outcome: "withdrawn", because };
  return { outcome: "undecided", because: `refuted, but the bar for removing such a finding is not met: ${because}` };
}

/** All raisers gave it up. That does not outvote other seats that agreed with it. */
function givenUp(
  finding: Finding,
  rulings: Hearing["rulings"],
  expected: number,
  { adjudication }: SecondBar,
): Outcome {
  const gaveUp = "every seat that raised it gave it up";
  const others = otherSupporters(finding);
  if (others.length === 0) return { outcome: "withdrawn", because: gaveUp };
  const { ruling, because } =
    expected === 0
      ? { ruling: "undecided", because: "no seat is left to judge" }
      : adjudicate(adjudication, rulings, expected);
  if (ruling === "refuted") return { outcome: "withdrawn", because };
  const but = `${gaveUp}, but ${others.join(", ")} agreed with it before, and it was not ruled refuted (${ruling})`;
  return { outcome: "undecided", because: `${but}: ${because}` };
}

/** Seats that voted for it without having raised it. */
export function otherSupporters({ raisedBy, votes }: Finding): readonly string[] {
  return votes.agree.filter((seat) => !raisedBy.includes(seat));
}

/** All seats of the panel raised it, so none can judge: it is upheld as long as one of them defends it. */
function withoutJudge(exchanges: Hearing["exchanges"]): Outcome {
  const holding = exchanges.filter(({ concede }) => !concede).map(({ seat }) => seat);
  if (holding.length === 0) return { outcome: "undecided", because: "not every seat that raised it answered" };
  return {
    outcome: "upheld",
    because: `${holding.join(", ")} still ${holding.length === 1 ? "defends" : "defend"} it`,
  };
}
