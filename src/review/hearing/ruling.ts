import type { Hearing, Vote } from "../../domain/debate.ts";
import { type Finding, isClaimedProtected } from "../../domain/finding.ts";
import { weighVotes } from "../../domain/memory/vote-weights.ts";
import type { SeatIdentity } from "../../domain/panel.ts";
import { isProtected, rank, type Severity, stepTowards } from "../../domain/severity.ts";
import type { VoteBook } from "../../panel/asking/votes.ts";
import { loweringVotes } from "../ballot/settle-votes.ts";
import type { RoundsInput } from "../rounds-state.ts";
import { narrowedBy } from "./narrow.ts";
import { type Citation, citesOtherCode, isConceded, isConfirmed, mayRemove, reachesBar } from "./removal.ts";

/** A ruling is measured against the whole panel and against the severities before any vote. */
export type Bar = Pick<RoundsInput, "panel" | "raised" | "cap" | "anchor" | "voteWeights">;

/** The same with all votes: voters bring evidence, too. */
export interface VotedBar extends Bar {
  readonly book: VoteBook<Vote>;
}

/** Why the advocate's concession does not decide, or null. */
export function concessionOf(finding: Finding, hearing: Pick<Hearing, "exchanges">): string | null {
  if (!isConceded(finding, hearing)) return "its advocate conceded, but not all who raised it";
  return isConfirmed(finding) ? "its raiser conceded, but more of the others agree with it than dispute it" : null;
}

/** The finding after its hearing. */
export function applyRuling(finding: Finding, hearing: Hearing, bar: VotedBar): Finding {
  if (hearing.ruling === "upheld") {
    const lowering = loweringVotes(finding, bar.book).map(({ seat, vote }) => ({ ...vote, seat }));
    const citations = citationsBy(bar.panel, [...lowering, ...citedIn(hearing, "upheld")]);
    const severity = upheldSeverity(finding, hearing, bar, citations);
    return { ...narrowedBy(finding, hearing), status: "accepted", severity };
  }
  if (hearing.ruling === "undecided") return notUpheld(finding, hearing.because);
  const citations = citationsBy(bar.panel, [...disputesOf(finding, bar), ...citedIn(hearing, "refuted")]);
  if (!mayRemove(finding, hearing, citations, bar.panel, bar.anchor)) return { ...finding, status: "disputed" };
  return { ...finding, status: "eliminated", eliminatedAt: "hearing", eliminatedBecause: hearing.because };
}

/** As many seats dispute it as agree: most such findings are false, so a hearing must uphold them, unless they are protected. */
function notUpheld(finding: Finding, because: string): Finding {
  if (!isTie(finding)) return { ...finding, status: "disputed" };
  return {
    ...finding,
    status: "eliminated",
    eliminatedAt: "hearing",
    eliminatedBecause: `as many seats dispute it as agree with it, and the hearing did not uphold it: ${because}`,
  };
}

/**
 * A tie without a hearing is eliminated, too, unless two seats raised it blind and no other code was cited against it, or the weights of those who
 * agree are greater. Weights take out nothing that would stay without them.
 */
export function withoutHearing(finding: Finding, bar: VotedBar): Finding {
  const isCited = disputesOf(finding, bar).some(({ evidence }) => citesOtherCode(evidence, finding, bar.anchor));
  if (!isTie(finding) || (finding.raisedBy.length >= 2 && !isCited)) return { ...finding, status: "disputed" };
  const weighed = weighVotes(finding.votes, bar.voteWeights ?? []);
  if (weighed.agree > weighed.dispute) return { ...finding, status: "disputed", weighed };
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

type Cited = Omit<Citation, "provider">;

function disputesOf({ id }: Finding, { book }: VotedBar): Cited[] {
  return [...(book.get(id) ?? [])].flatMap(([seat, vote]) => (vote.verdict === "dispute" ? [{ ...vote, seat }] : []));
}

/** The evidence of the skeptic and of the judges of one ruling, by seat. */
export function citedIn(
  { exchanges, rulings }: Pick<Hearing, "exchanges" | "rulings">,
  wanted: "upheld" | "refuted",
): Cited[] {
  return [
    ...exchanges.filter(({ role }) => role === "skeptic"),
    ...rulings.filter(({ ruling }) => ruling === wanted).map((ruling) => ({ ...ruling, seat: ruling.judge })),
  ];
}

export function citationsBy(panel: readonly SeatIdentity[], cited: readonly Cited[]): Citation[] {
  const providerOf = (name: string): string => panel.find((seat) => seat.name === name)?.provider ?? "";
  return cited.map(({ seat, evidence }) => ({ seat, provider: providerOf(seat), evidence }));
}

/**
 * A ruling moves severity by at most one step from where it was raised, and not above the cap of a code check. It lowers a protected
 * finding only if the bar for removing it is met.
 */
export function upheldSeverity(
  finding: Finding,
  { rulings }: Pick<Hearing, "rulings">,
  { raised, cap, panel, anchor }: Bar,
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

/** The severity that all rulings name alike, or null. */
export function ruledSeverity(rulings: Hearing["rulings"]): Severity | null {
  const [first, ...others] = rulings.map(({ severity }) => severity);
  return first !== undefined && others.every((severity) => severity !== undefined && rank(severity) === rank(first))
    ? first
    : null;
}
