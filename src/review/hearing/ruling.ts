import { ruledSeverity } from "../../debate/adjudicate.ts";
import type { Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import { isProtected, rank, type Severity, stepTowards } from "../../domain/severity.ts";
import type { Seat } from "../../stages/index.ts";
import type { Anchor } from "../debate-state.ts";
import {
  type Citation,
  citesOtherCode,
  isClaimedProtected,
  isConceded,
  isConfirmed,
  mayRemove,
  type Panelist,
  reachesBar,
} from "./removal.ts";

/**
 * What a ruling is measured against. `panel` holds all counted seats; `citationsOn` and `loweringOn` are the evidence that voters brought
 * against a finding or for a lower severity; `raised` is the severity before any vote, `cap` the one that a code check lowered it to.
 */
export interface Bar {
  readonly panel: readonly Panelist[];
  readonly citationsOn: (finding: Finding) => readonly Citation[];
  readonly loweringOn: (finding: Finding) => readonly Citation[];
  readonly raised: (finding: Finding) => Severity;
  readonly cap: (finding: Finding) => Severity | undefined;
  readonly anchor: Anchor;
}

/** Why the advocate's concession does not decide, or null. */
export function concessionOf(finding: Finding, hearing: Pick<Hearing, "exchanges">): string | null {
  if (!isConceded(finding, hearing)) return "its advocate conceded, but not all who raised it";
  return isConfirmed(finding) ? "its raiser conceded, but more of the others agree with it than dispute it" : null;
}

/** The finding after its hearing; `seats` are those that may have spoken. */
export function applyRuling(finding: Finding, hearing: Hearing, seats: readonly Seat[], bar: Bar): Finding {
  if (hearing.ruling === "upheld") {
    const citations = [...bar.loweringOn(finding), ...citationsIn(hearing, "upheld", seats)];
    return { ...finding, status: "accepted", severity: upheldSeverity(finding, hearing, bar, citations) };
  }
  if (hearing.ruling === "undecided") return notUpheld(finding, hearing.because);
  const citations = [...bar.citationsOn(finding), ...citationsIn(hearing, "refuted", seats)];
  if (!mayRemove(finding, hearing, citations, bar.panel, bar.anchor)) return { ...finding, status: "disputed" };
  return { ...finding, status: "eliminated", eliminatedAt: "hearing", eliminatedBecause: hearing.because };
}

/** As many seats dispute it as agree: most such findings are false, so what a hearing does not uphold goes, unless it is protected. */
function notUpheld(finding: Finding, because: string): Finding {
  if (!isTie(finding)) return { ...finding, status: "disputed" };
  return {
    ...finding,
    status: "eliminated",
    eliminatedAt: "hearing",
    eliminatedBecause: `as many seats dispute it as agree with it, and the hearing did not uphold it: ${because}`,
  };
}

/** A tie that cannot be heard goes, too, unless two seats raised it blind and no other code was cited against it. */
export function withoutHearing(
  finding: Finding,
  { citationsOn, anchor }: Pick<Bar, "citationsOn" | "anchor">,
): Finding {
  const isCited = citationsOn(finding).some(({ evidence }) => citesOtherCode(evidence, finding, anchor));
  if (!isTie(finding) || (finding.raisedBy.length >= 2 && !isCited)) return { ...finding, status: "disputed" };
  return {
    ...finding,
    status: "eliminated",
    eliminatedAt: "ballot",
    eliminatedBecause: "as many seats dispute it as agree with it, and it could not be heard",
  };
}

function isTie(finding: Finding): boolean {
  const { agree, dispute } = finding.votes;
  return !isClaimedProtected(finding) && dispute.length > 0 && agree.length === dispute.length;
}

/** What the skeptic and the judges of one ruling cited, by seat. */
function citationsIn(
  { exchanges, rulings }: Hearing,
  wanted: "upheld" | "refuted",
  seats: readonly Seat[],
): Citation[] {
  const providerOf = (name: string): string => seats.find((seat) => seat.name === name)?.provider ?? "";
  const cited = [
    ...exchanges.filter(({ role }) => role === "skeptic"),
    ...rulings.filter(({ ruling }) => ruling === wanted).map((ruling) => ({ ...ruling, seat: ruling.judge })),
  ];
  return cited.map(({ seat, evidence }) => ({ seat, provider: providerOf(seat), evidence }));
}

/**
 * A ruling moves severity by at most one step from where it was raised, and not above what a code check lowered it to. It takes a protected
 * finding down only past the bar for removing it.
 */
export function upheldSeverity(
  finding: Finding,
  { rulings }: Pick<Hearing, "rulings">,
  { raised, cap, panel, anchor }: Pick<Bar, "raised" | "cap" | "panel" | "anchor">,
  citations: readonly Citation[],
): Severity {
  const ruled = ruledSeverity(rulings);
  if (ruled === null) return finding.severity;
  const moved = stepTowards(raised(finding), ruled);
  const most = cap(finding);
  if (rank(moved) <= rank(finding.severity)) return most !== undefined && rank(moved) < rank(most) ? most : moved;
  const orders = new Set(rulings.map(({ order }) => order));
  const isArgued = orders.size >= 2 && reachesBar(finding, citations, panel, anchor);
  return isProtected(finding) && !isArgued ? finding.severity : moved;
}
