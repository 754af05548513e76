import type { Finding } from "../domain/finding.ts";
import type { Severity } from "../domain/severity.ts";
import { areRelated, type Folded, foldWords, saysTheSame } from "../text/same-words.ts";
import { cutCharacters, plain } from "../text/text.ts";

/** A seat's report that was merged into a finding. */
export type Reported = Finding["alsoReported"][number];

/**
 * A claim in other words or about other code. `where` is null at the finding's own place. Texts are untrusted; `detail`
 * may be empty.
 */
export interface OtherClaim {
  readonly where: string | null;
  readonly title: string;
  readonly detail: string;
  readonly raised: readonly { readonly seat: string; readonly severity: Severity }[];
}

/** `claims` are shown next to the finding's own words. `left` counts those without room, `repeats` add nothing. */
export interface OtherClaims {
  readonly claims: readonly OtherClaim[];
  readonly left: number;
  readonly repeats: readonly Reported[];
}

const mostClaims = 5;
const longestTitle = 200;
const longestDetail = 1_000;

const none: OtherClaims = { claims: [], left: 0, repeats: [] };

interface Words {
  readonly title: Folded;
  readonly detail: Folded;
}

/** Merging must not lose a claim: each one that differs from the finding's own words, once, with all its raisers. */
export function otherClaims(finding: Finding): OtherClaims {
  if (finding.alsoReported.length === 0) return none;
  const own = wordsOf(finding);
  const isRepeated = repeatTest(finding, own);
  const distinct: (OtherClaim & { words: Words })[] = [];
  const repeats: Reported[] = [];
  for (const reported of finding.alsoReported) {
    const { seat, severity, title, detail = "" } = reported;
    const words = wordsOf(reported);
    if (words.title.key === "" && words.detail.key === "") continue;
    const where = placeOf(reported, finding);
    if (where === null && isRepeated(reported, words)) {
      repeats.push(reported);
      continue;
    }
    const index = distinct.findIndex((other) => other.where === where && isSaid(words, other.words));
    const known = distinct[index];
    if (known !== undefined) distinct[index] = { ...known, raised: [...known.raised, { seat, severity }] };
    else
      distinct.push({
        where,
        words,
        title: cutCharacters(plain(title), longestTitle),
        detail: saysTheSame(words.detail, own.detail) ? "" : cutCharacters(plain(detail), longestDetail),
        raised: [{ seat, severity }],
      });
  }
  const claims = distinct.slice(0, mostClaims).map(({ words: _, ...claim }) => claim);
  return { claims, left: distinct.length - claims.length, repeats };
}

/**
 * Whether a claim at the finding's own place adds nothing. The composer was shown every such claim, so its words stand for all that are about the
 * defect that the raiser named.
 */
function repeatTest({ raisedAs }: Finding, own: Words): (reported: Reported, words: Words) => boolean {
  const raised = raisedAs === undefined ? null : foldWords(wholeOf(raisedAs));
  return (reported, words) =>
    (raised !== null && areRelated(foldWords(wholeOf(reported)), raised)) || isSaid(words, own);
}

/** "src/a.ts:12" for a claim about code that the finding does not quote. */
function placeOf({ at }: Reported, finding: Finding): string | null {
  if (at === undefined) return null;
  const { path, side, line, startLine = line } = finding;
  const isSameFile = at.path === path && at.side === side;
  const isHere = isSameFile && line !== null && at.startLine <= line && (startLine ?? line) <= at.line;
  return isHere ? null : `${plain(at.path)}:${at.line}`;
}

function wholeOf({ title, detail = "" }: { readonly title: string; readonly detail?: string | undefined }): string {
  return `${title} ${detail}`;
}

function wordsOf({ title, detail = "" }: { readonly title: string; readonly detail?: string | undefined }): Words {
  return { title: foldWords(title), detail: foldWords(detail) };
}

/** Whether `before` contains everything in `words`. */
function isSaid(words: Words, before: Words): boolean {
  const isDetailSaid = words.detail.key === "" || saysTheSame(words.detail, before.detail);
  return isDetailSaid && (words.title.key === "" || saysTheSame(words.title, before.title));
}

/** The claim and its raisers as one line of plain text; untrusted. */
export function claimLine({ where, title, detail, raised }: OtherClaim): string {
  const said = [title, detail].filter((text) => text !== "").join(" — ");
  return `${where === null ? "" : `${where}: `}${said} (raised by ${raised.map(({ seat, severity }) => `${seat} as ${severity}`).join(", ")})`;
}

/** "and 2 more in the JSON report", or empty if nothing was left out. */
export function moreInJson(left: number): readonly string[] {
  return left === 0 ? [] : [`and ${left} more in the JSON report`];
}
