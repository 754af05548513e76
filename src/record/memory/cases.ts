import type { Decisions, Dismissal } from "../../domain/decisions.ts";
import type { Finding } from "../../domain/finding.ts";
import { type PastEnds, personasBySeat } from "../../domain/memory/ends.ts";
import type { EarlierEnd, Review } from "../../domain/review.ts";
import type { BlockOn } from "../../domain/severity.ts";
import type { State } from "../../domain/state.ts";

/** A pull request, as far as its source names it. */
export interface Origin {
  readonly repo: string | null;
  readonly number: number | null;
  /** Of a review on this machine. */
  readonly branch?: string | undefined;
}

/** A finding that a person dismissed, or had the seats withdraw. Texts are untrusted. */
export interface DismissedCase {
  readonly finding: Finding;
  readonly kind: Dismissal["kind"];
  readonly by: string;
  readonly why: string;
  /** False: that person may be the author of the change, so it is not a decision of the team. */
  readonly mayUnblock: boolean;
  readonly origin: Origin;
}

/** The content of one source: the dismissed findings, and all findings of its last review. */
export interface DecidedSource {
  readonly origin: Origin;
  readonly cases: readonly DismissedCase[];
  readonly findings: readonly Finding[];
  /** The severity from which a finding blocked there. */
  readonly blockOn: BlockOn;
  /** By the name of a seat. */
  readonly personas: ReadonlyMap<string, string>;
  /** How findings of earlier reviews ended. Left out where the source is one review. */
  readonly ends?: PastEnds | undefined;
  /** What happened to findings of earlier sources, according to this source. */
  readonly earlier?: readonly EarlierEnd[] | undefined;
}

/** From the record of a pull request. A dismissal of a more severe finding counts as one of that severity. */
export function sourceOfState(state: State | null, { dismissals }: Decisions, origin: Origin): DecidedSource {
  const findings = state?.findings ?? [];
  const cases = dismissals.flatMap(({ finding: id, kind, by, why, severity, mayUnblock }) => {
    const finding = findings.find((one) => one.id === id);
    const asThen = finding === undefined || severity !== "P0" ? finding : { ...finding, severity };
    return asThen === undefined ? [] : [{ finding: asThen, kind, by, why, mayUnblock, origin }];
  });
  const { fixed = [], told, ends } = state ?? {};
  return {
    origin,
    cases,
    findings: [...findings, ...(ends === undefined ? fixed : []), ...(told?.eliminated ?? [])],
    blockOn: state?.grounds?.blockOn ?? "P0",
    personas: personasBySeat(state?.panel),
    ends,
  };
}

/** The same of many pull requests, from old to new. */
export function sourcesOfPulls(
  pulls: readonly {
    readonly repo: string;
    readonly number: number;
    readonly state: State | null;
    readonly decisions: Decisions;
  }[],
): DecidedSource[] {
  return pulls.map(({ repo, number, state, decisions }) => sourceOfState(state, decisions, { repo, number }));
}

const sentence =
  /^(?:dismissed as (?<kind>a false positive|won't fix) by|(?<heard>withdrawn in a hearing that)) @(?<by>[\w.[\]-]{1,100})(?: reopened)?(?<alone>, without the right to unblock)?(?:: (?<why>.*))?$/s;

/** From the JSON of a review, where the reason of a dismissed finding is a sentence of ours. */
export function sourceOfReview({ findings, eliminated, panel, change, facts, earlier }: Review): DecidedSource {
  const { repo, number, branch } = change;
  const origin = { repo, number, ...(branch === undefined ? {} : { branch }) };
  const cases = eliminated.flatMap((finding): DismissedCase[] => {
    if (finding.status !== "dismissed") return [];
    const made = sentence.exec(finding.eliminatedBecause ?? "")?.groups;
    if (made === undefined) return [];
    const { heard, kind: said, by = "", why = "", alone } = made;
    const kind = heard !== undefined ? "withdrawn" : said === "won't fix" ? "wont-fix" : "false-positive";
    return [{ finding, kind, by, why, mayUnblock: alone === undefined, origin }];
  });
  const { blockOn = "P0" } = facts ?? {};
  return { origin, cases, findings: [...findings, ...eliminated], blockOn, personas: personasBySeat(panel), earlier };
}
