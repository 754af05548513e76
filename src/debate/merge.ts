import { sameFinding } from "../diff/same-finding.ts";
import type { Finding } from "../domain/finding.ts";
import { type Category, categories, medianSeverity, rank, type Severity } from "../domain/severity.ts";
import type { Candidate, Rejected } from "./gate.ts";

type GiveId = (path: string, quote: string) => string;

/**
 * One finding per defect. A candidate joins the first group whose *first* member it is the same as, so nothing chains.
 * Severity is the median of the raisers', ties upward; of several categories the most protected one stands.
 */
export function merge(candidates: readonly Candidate[], giveId: GiveId): Finding[] {
  const groups: [Candidate, ...Candidate[]][] = [];
  let inFile = 0;
  for (const candidate of [...candidates].sort(byPlace)) {
    if (groups.at(-1)?.[0].place.path !== candidate.place.path) inFile = groups.length;
    const group = groups.slice(inFile).find(([first]) => sameFinding(located(first), located(candidate)));
    if (group === undefined) groups.push([candidate]);
    else group.push(candidate);
  }
  return groups.map((group) => findingOf(group, giveId));
}

/** What the gate turned away stays in the result, with the reason. */
export function eliminatedAtGate({ seat, draft, because }: Rejected, giveId: GiveId): Finding {
  return {
    ...textsOf(draft),
    id: giveId(draft.path, draft.quote),
    anchor: "none",
    line: null,
    side: "RIGHT",
    raisedBy: [seat],
    alsoReported: [],
    votes: { agree: [], dispute: [], abstain: [] },
    confidence: null,
    status: "eliminated",
    eliminatedAt: "gate",
    eliminatedBecause: because,
  };
}

function findingOf(group: readonly [Candidate, ...Candidate[]], giveId: GiveId): Finding {
  const [first, ...others] = group;
  const { place } = first;
  const raisedBy = [...new Set(group.map(({ seat }) => seat))];
  const drafts = group.map(({ draft }) => draft);
  const extras = Object.assign({}, ...drafts.toReversed().map(optionalTexts)) satisfies ReturnType<
    typeof optionalTexts
  >;
  return {
    ...textsOf(first.draft),
    ...extras,
    id: giveId(place.path, first.draft.quote),
    severity: medianSeverity(raisedBy.map((seat) => worst(group.filter((member) => member.seat === seat)))),
    category: mostProtected(drafts.map(({ category }) => category)),
    path: place.path,
    anchor: place.anchor,
    line: place.line,
    ...(place.startLine === place.line ? {} : { startLine: place.startLine }),
    side: place.side,
    raisedBy,
    alsoReported: others.map(({ seat, draft: { severity, title } }) => ({ seat, severity, title })),
    votes: { agree: raisedBy.slice(1), dispute: [], abstain: [] },
    confidence: null,
    status: "accepted",
  };
}

function textsOf(
  draft: Candidate["draft"],
): Pick<Finding, "severity" | "category" | "title" | "detail" | "quote" | "path"> {
  const { severity, category, title, detail, quote, path } = draft;
  return { severity, category, title, detail, quote, path, ...optionalTexts(draft) };
}

function optionalTexts({
  failurePath,
  fix,
  suggestion,
}: Candidate["draft"]): Pick<Finding, "failurePath" | "fix" | "suggestion"> {
  return {
    ...(failurePath === undefined ? {} : { failurePath }),
    ...(fix === undefined ? {} : { fix }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function located({ seat, draft, place }: Candidate): Parameters<typeof sameFinding>[0] {
  return { ...place, title: draft.title, seat };
}

function byPlace(a: Candidate, b: Candidate): number {
  if (a.place.path !== b.place.path) return a.place.path < b.place.path ? -1 : 1;
  return a.place.startLine - b.place.startLine || rank(a.draft.severity) - rank(b.draft.severity);
}

function worst(members: readonly Candidate[]): Severity {
  return members.map(({ draft }) => draft.severity).reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

function mostProtected(raised: readonly Category[]): Category {
  return categories.find((category) => raised.includes(category)) ?? "other";
}
