import type { Evidence, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { plain, visible } from "../../text/text.ts";
import { claimLine, moreInJson, otherClaims } from "../claims.ts";
import { outdented } from "../facts.ts";
import {
  citationOf,
  doubtOf,
  fateOf,
  hearingReason,
  hearingSources,
  hearingsOn,
  placeOf,
  rulingText,
  shownRulings,
  sidesOf,
  voicesOn,
} from "../view.ts";
import { codeLines, hang, type Paint, proseLines } from "./wrap.ts";

/** One finding for a terminal, indented below its file. */
export function findingLines(review: Review, finding: Finding, width: number, paint: Paint): readonly string[] {
  const disputed = finding.status === "disputed" ? "DISPUTED, needs a human. " : "";
  const doubt = doubtOf(review, finding);
  const title = hang(`  ${finding.severity} `, `${disputed}${plain(finding.title)}`, width);
  return [
    ...title.map(paint[finding.severity]),
    ...hang("     ", `${plain(placeOf(finding))} (${kindOf(finding)}, ${finding.id})`, width)
      .map(paint.place(finding))
      .map(paint.quiet),
    ...codeLines("     | ", visible(outdented(finding.quote)).replace(/\n+$/, ""), width),
    ...part("", finding.detail, width),
    ...part("Narrowed in its hearing. Before:", finding.narrowedFrom, width),
    ...claimLines(finding, width),
    ...part("Why:", finding.failurePath, width),
    ...part("Fix:", finding.fix, width),
    ...suggestionLines(finding.suggestion, width),
    ...hang("     ", sidesLine(review, finding), width).map(paint.quiet),
    ...(doubt === null ? [] : hang("     ", doubt, width)),
    ...objectionLines(review, finding, width).map(paint.quiet),
  ];
}

/** Other places of the same finding, or nothing. */
export function alikeLine(others: readonly Finding[], width: number): readonly string[] {
  if (others.length === 0) return [];
  const places = others.map((finding) => `${plain(placeOf(finding))} (${finding.id})`);
  return hang("     ", `The same at ${places.join(", ")}`, width);
}

function kindOf({ category, rule }: Finding): string {
  return rule === undefined ? category : `${category}, rule ${rule}`;
}

/** One eliminated finding: where, why, and the seats for and against it. */
export function eliminatedLines(review: Review, finding: Finding, width: number): readonly string[] {
  const place = `${finding.path}${finding.line === null ? "" : `:${finding.line}`}`;
  const why = `Eliminated at ${finding.eliminatedAt ?? "an unknown step"}: ${finding.eliminatedBecause ?? "no reason recorded"}`;
  return [
    ...hang(`  ${finding.severity} `, plain(`${place} ${finding.title}`), width),
    ...hang("     ", plain(why), width),
    ...hang("     ", sidesLine(review, finding), width),
    ...objectionLines(review, finding, width),
  ];
}

/** A hearing and its effect on its finding. */
export function hearingLines(review: Review, hearing: Hearing, title: string, width: number): readonly string[] {
  const { exchanges, ruling } = hearing;
  return [
    ...hang("  ", plain(`${title}: ${ruling}`), width),
    ...exchanges.flatMap(({ seat, role, argument, concede, evidence }) =>
      hang("    - ", plain(`${role} ${seat}${concede ? " (concedes)" : ""}: ${argument}${cited(evidence)}`), width),
    ),
    ...shownRulings(hearing).flatMap((own) => {
      const { judge, heard, reason, evidence } = own;
      return hang("    - ", plain(`judge ${judge} (${heard}): ${rulingText(own)}. ${reason}${cited(evidence)}`), width);
    }),
    ...hearingSources(review, hearing).flatMap((line) => hang("    - ", plain(line), width)),
    ...hang("    = ", plain(`${ruling}: ${hearingReason(hearing)} ${fateOf(review, hearing)}`), width),
  ];
}

function claimLines(finding: Finding, width: number): readonly string[] {
  const { claims, left } = otherClaims(finding);
  return [...claims.map(claimLine), ...moreInJson(left)].flatMap((line) =>
    hang("     Also here: ", plain(line), width),
  );
}

function sidesLine(review: Review, finding: Finding): string {
  const sides = sidesOf(review, finding).map(([label, seats]) => `${label} ${seats.join(", ")}`);
  return plain(sides.join("; "));
}

function cited(evidence: readonly Evidence[]): string {
  return evidence.map((one) => ` [${citationOf(one)}]`).join("");
}

function part(label: string, text: string | undefined, width: number): readonly string[] {
  if (text === undefined || text.trim() === "") return [];
  const indent = label === "" ? 5 : 10;
  const lines = proseLines(text, Math.max(20, width - indent));
  // A label that is longer than the indent has a line of its own.
  if (label.length >= indent - 5 && label !== "")
    return [`     ${label}`, ...lines.map((line) => `${" ".repeat(indent)}${line}`.trimEnd())];
  return lines.map((line, index) => {
    return `     ${index === 0 && label !== "" ? `${label} ` : " ".repeat(indent - 5)}${line}`.trimEnd();
  });
}

/** The reasons against. Agreement needs no reason beyond the finding, and the hearings have their own section. */
function objectionLines(review: Review, finding: Finding, width: number): readonly string[] {
  return voicesOn(review, finding.id)
    .filter(({ stance }) => /^(?:dispute|code check)/.test(stance))
    .flatMap(({ seat, stance, reason, evidence }) =>
      hang("     - ", plain(`${seat} (${stance}): ${reason}${cited(evidence)}`), width),
    );
}

function suggestionLines(suggestion: string | undefined, width: number): readonly string[] {
  if (suggestion === undefined) return [];
  return suggestion === ""
    ? ["     Replace with nothing (delete)."]
    : ["     Replace with:", ...codeLines("     + ", visible(suggestion).replace(/\n$/, ""), width)];
}

/** A finding, and those that say the same about other places. */
export interface Alike {
  readonly finding: Finding;
  readonly others: readonly Finding[];
}

/** Findings in order. Findings with equal words and no argument are shown once with all their places. */
export function groupAlike(review: Review, findings: readonly Finding[]): readonly Alike[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = isArgued(review, finding) ? finding.id : wordsOf(finding);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap(([finding, ...others]) => (finding === undefined ? [] : [{ finding, others }]));
}

/** A debate is about one place, and so is a suggestion. */
function isArgued(review: Review, { id, suggestion, alsoReported }: Finding): boolean {
  return (
    suggestion !== undefined ||
    alsoReported.length > 0 ||
    voicesOn(review, id).length > 0 ||
    hearingsOn(review, id).length > 0
  );
}

function wordsOf({ severity, category, title, detail, failurePath, fix, status, raisedBy }: Finding): string {
  return JSON.stringify([severity, category, title, detail, failurePath, fix, status, raisedBy]);
}
