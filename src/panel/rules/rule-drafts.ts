import type { Unsearched } from "../../domain/answers.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Draft } from "../../domain/finding.ts";
import type { RuleMatch } from "../../domain/ports.ts";
import { lastDeletionNear, newAmong, touchesChange, wasThere } from "./changed-lines.ts";
import type { Rule } from "./rule.ts";
import type { CheckedScan } from "./rule-scan.ts";

const longestQuote = 3;

/** The result of the rules for one file. */
export interface RulesRead {
  readonly drafts: readonly Draft[];
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  readonly unsearched: readonly Unsearched[];
}

export function failed(path: string, reason: string): RulesRead {
  return { drafts: [], failures: [{ path, reason }], unsearched: [] };
}

export function leftOut(path: string, reason: string): RulesRead {
  return { drafts: [], failures: [], unsearched: [{ path, reason }] };
}

export function onlyNew(scan: CheckedScan | undefined, isNew: (match: RuleMatch) => boolean): CheckedScan | undefined {
  return scan?.status === "matched" ? { ...scan, matches: scan.matches.filter(isNew) } : scan;
}

/** The result of one rule for one file: its matches on changed lines, and those that a deletion made possible. */
export function readScan(
  rule: Rule,
  file: ChangedFile,
  lines: readonly string[],
  scan?: CheckedScan,
  before?: CheckedScan,
  unguarded: ReadonlySet<number> = new Set(),
): RulesRead {
  if (scan?.status !== "matched")
    return failed(file.path, `rule ${rule.id} could not run: ${scan?.reason ?? "no answer"}`);
  const known = before?.status === "matched" ? before.matches : null;
  const isNew = newAmong(rule.mayChange, file, lines, known ?? []);
  return {
    drafts: scan.matches.filter(isNew).flatMap((match) => draftsOf(rule, { file, lines, known, unguarded }, match)),
    failures: scan.unread.map((reason) => ({ path: file.path, reason })),
    unsearched: [],
  };
}

/** A file with the matches that its base had, and the lines on which a match is there without any added line. */
interface Scanned {
  readonly file: ChangedFile;
  readonly lines: readonly string[];
  readonly known: readonly RuleMatch[] | null;
  readonly unguarded: ReadonlySet<number>;
}

function draftsOf(rule: Rule, { file, lines, known, unguarded }: Scanned, match: RuleMatch): Draft[] {
  const end = Math.min(match.endLine, match.startLine + longestQuote - 1);
  const here = (detail: string): Draft =>
    draft(rule, file.path, match.startLine, lines.slice(match.startLine - 1, end).join("\n"), detail);
  if (touchesChange(file, match)) return [here(rule.message)];
  if (known === null || wasThere(file, match, known)) return [];
  const deletion = unguarded.has(match.startLine) ? lastDeletionNear(file, match.startLine) : null;
  if (deletion === null) return [here(`${rule.message} Another line of this change made this line a match.`)];
  const sink = (lines[match.startLine - 1] ?? "").trim();
  return [
    draft(
      rule,
      file.path,
      deletion.line,
      deletion.text,
      `${rule.message} The deleted code guarded line ${match.startLine}: \`${sink}\`.`,
    ),
  ];
}

function draft(rule: Rule, path: string, line: number, quote: string, detail: string): Draft {
  const { severity, category, title, failurePath, fix } = rule;
  return {
    severity,
    category,
    title,
    detail: detail.trim(),
    path,
    line,
    quote,
    failurePath: failurePath.trim(),
    fix: fix.trim(),
    rule: rule.id,
  };
}

const mostNamed = 5;

/**
 * One draft for all matches in a change of a rule with one of `titles`; it names the other places. Only for hints below
 * P1 whose weight does not depend on the file. Among other findings the important one could be dropped.
 */
export function asOneEach(drafts: readonly Draft[], titles: ReadonlySet<string>): Draft[] {
  const groups = Map.groupBy(drafts, (draft) => (titles.has(draft.title) ? draft.title : draft));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [withOthers(first, others)]));
}

function withOthers(draft: Draft, others: readonly Draft[]): Draft {
  if (others.length === 0) return draft;
  const named = others.slice(0, mostNamed).map(({ path, line }) => `${path}:${line ?? "?"}`);
  const left = others.length - named.length;
  const places = left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
  return { ...draft, detail: `${draft.detail} The same holds at ${places}.` };
}

/**
 * Whether some file of the change had this literal before. Then it was moved or copied, and is not new. Names can get
 * another value.
 */
export function isOld(files: readonly ChangedFile[]): (code: string) => boolean {
  const before = files.map(
    ({ baseText, hunks }) =>
      baseText ??
      hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => (kind === "added" ? [] : [text]))).join("\n"),
  );
  const known = new Map<string, boolean>();
  return (code) => {
    const answer = known.get(code) ?? (code.startsWith("/") && before.some((text) => text.includes(code)));
    known.set(code, answer);
    return answer;
  };
}
