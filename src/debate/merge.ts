import type { Draft, Finding, Place } from "../domain/finding.ts";
import { type Category, categories, isProtected, medianSeverity, rank, type Severity } from "../domain/severity.ts";
import type { Standing } from "./carry.ts";
import type { Candidate, Rejected } from "./gate.ts";
import { type Group, groupCandidates } from "./group.ts";

type GiveId = (path: string, quote: string) => string;

/**
 * One finding per defect (see `groupCandidates`). A finding of an earlier push that still stands keeps its id and raisers. Severity is the
 * median of the raisers', ties upward; of several categories the most protected one stands.
 */
export function merge(candidates: readonly Candidate[], giveId: GiveId, standing: readonly Standing[] = []): Finding[] {
  return groupCandidates(candidates, standing).flatMap((group) => findingOf(group, giveId));
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

function findingOf({ known, members }: Group, giveId: GiveId): Finding[] {
  const [first] = members;
  if (first === undefined) return known === null ? [] : [asRaisedBefore(known)];
  const severity = severityOf(known, members);
  // Who speaks for the finding raised it at the severity it has, so that the others' severities stay known beside it.
  const speakers = members.filter(({ draft }) => draft.severity === severity);
  const speaker = speakers.find(({ inComment }) => inComment !== true) ?? speakers[0] ?? first;
  const quote = known?.finding.quote ?? speaker.draft.quote;
  const place = known?.place ?? speaker.place;
  const others = members.filter((member) => member !== speaker);
  const voices = [speaker, ...others];
  const raisedBy = [...new Set([...(known?.finding.raisedBy ?? []), ...voices.map(({ seat }) => seat)])];
  const finding: Finding = {
    ...textsOf(speaker.draft),
    ...textsFrom(voices, place),
    quote,
    id: known?.finding.id ?? giveId(first.place.path, first.draft.quote),
    severity,
    category: mostProtected([
      ...(known === null ? [] : [known.finding.category]),
      ...members.map(({ draft }) => draft.category),
    ]),
    ...placedAt(place),
    raisedBy,
    alsoReported: (known === null ? others : voices.filter((voice) => !repeats(known, voice))).map(
      ({ seat, draft: { severity, title, ...draft } }) => ({
        seat,
        severity,
        title,
        ...(draft.quote === quote ? {} : { quote: draft.quote }),
      }),
    ),
    votes: { agree: raisedBy.slice(1), dispute: [], abstain: [] },
    confidence: null,
    status: "accepted",
  };
  return [known?.finding.status === "dismissed" ? { ...finding, status: "dismissed" } : finding];
}

/** A raiser who says again what it said before reports nothing more. */
function repeats({ finding }: Standing, { seat, draft }: Candidate): boolean {
  const same = (["title", "severity", "quote"] as const).every((key) => finding[key] === draft[key]);
  return finding.raisedBy.includes(seat) && same;
}

/** Raising a protected finding again at a lower severity is no way to lower it: that is a removal. */
function severityOf(known: Standing | null, members: readonly Candidate[]): Severity {
  const raisers = [...new Set(members.map(({ seat }) => seat))];
  const raised = raisers.map((seat) => worst(members.filter((member) => member.seat === seat)));
  if (known === null) return medianSeverity(raised);
  const { finding } = known;
  const median = medianSeverity([finding.severity, ...raised]);
  return isProtected(finding) && rank(median) > rank(finding.severity) ? finding.severity : median;
}

/** An earlier finding that nobody raised again starts anew with its old raisers: silence keeps it. A dismissal stays. */
function asRaisedBefore({ finding, place }: Standing): Finding {
  const { startLine: _, ...rest } = finding;
  const { raisedBy, status } = finding;
  return {
    ...rest,
    ...placedAt(place),
    votes: { agree: raisedBy.slice(1), dispute: [], abstain: [] },
    confidence: null,
    alsoReported: [],
    status: status === "dismissed" ? "dismissed" : "accepted",
  };
}

function placedAt({
  path,
  anchor,
  side,
  startLine,
  line,
}: Place): Pick<Finding, "path" | "anchor" | "side" | "line" | "startLine"> {
  return { path, anchor, side, line, ...(startLine === line ? {} : { startLine }) };
}

function textsOf({ line: _, ...texts }: Draft): Omit<Draft, "line"> {
  return texts;
}

/** What the speaker left out, from the others. A suggestion replaces exactly the lines it was written for, so it comes only with those. */
function textsFrom(voices: readonly Candidate[], place: Place): Pick<Finding, "failurePath" | "fix" | "suggestion"> {
  const failurePath = voices.find(({ draft }) => draft.failurePath?.trim())?.draft.failurePath;
  const fix = voices.find(({ draft }) => draft.fix?.trim())?.draft.fix;
  const alike = voices.filter(({ place: own }) => own.startLine === place.startLine && own.line === place.line);
  const suggestion = alike.find(({ draft }) => draft.suggestion !== undefined)?.draft.suggestion;
  return {
    ...(failurePath === undefined ? {} : { failurePath }),
    ...(fix === undefined ? {} : { fix }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function worst(members: readonly Candidate[]): Severity {
  return members.map(({ draft }) => draft.severity).reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

function mostProtected(raised: readonly Category[]): Category {
  return categories.find((category) => raised.includes(category)) ?? "other";
}
