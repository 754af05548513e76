import picomatch from "picomatch";
import type { Agent } from "../domain/agent.ts";
import type { ChangedFile } from "../domain/change.ts";
import { messageOf } from "../domain/errors.ts";
import type { Draft } from "../domain/finding.ts";
import type { Matcher, RuleMatch, RuleScan } from "../domain/ports.ts";
import { capped } from "./capped.ts";
import { hasDeletions, headView, lastDeletionNear, newAmong, touchesChange, wasThere } from "./changed-lines.ts";
import { tooDense } from "./density.ts";
import { canMatch, languageOf, type Rule } from "./rule.ts";

const longestQuote = 3;
const noMatch: RuleScan = { status: "matched", matches: [] };

/**
 * The offline `rules` seat: structural rules over the head file. A match is reported only where it touches an added line; a match on
 * untouched lines that the base file did not have is reported at the deletion that made it possible (a guard was removed).
 */
export function rulesAgent(name: string, rules: readonly Rule[], matcher: Matcher): Agent {
  const scoped = rules.map((rule) => ({ rule, applies: pathTest(rule) }));

  async function read(file: ChangedFile): Promise<Read> {
    const language = languageOf(file.path);
    const head = headView(file);
    if (language === null || head === null) return { drafts: [], failures: [] };
    const dense = tooDense(head.text);
    if (dense !== null) return failed(file.path, `not searched: ${dense}`);
    const applicable = scoped
      .filter(({ rule, applies }) => rule.languages.includes(language) && applies(file.path))
      .map(({ rule }) => rule);
    const scans = await scan(language, head.text, applicable);
    const known = await scanBase(language, file, scans);
    const read = [...scans].map(([rule, result]) => ({
      rule,
      ...readScan(rule, file, head.lines, result, known.get(rule)),
    }));
    return {
      drafts: withoutRepeats(withoutWeaker(read)),
      failures: read.flatMap(({ failures }) => failures),
    };
  }

  /** What cannot match is not asked; without anything to ask, the source is not even parsed. */
  async function scan(
    language: string,
    text: string,
    asked: readonly Rule[],
  ): Promise<Map<Rule, RuleScan | undefined>> {
    const able = asked.filter((rule) => canMatch(rule, text));
    const answers =
      able.length === 0
        ? []
        : await matcher.scan(
            language,
            text,
            able.map(({ match }) => match),
          );
    const scans = new Map(able.map((rule, position) => [rule, answers[position]]));
    return new Map(asked.map((rule) => [rule, able.includes(rule) ? scans.get(rule) : noMatch]));
  }

  /** The base file is asked only about rules that match an untouched line, and only where a deletion could have brought that about. */
  async function scanBase(language: string, file: ChangedFile, scans: ReadonlyMap<Rule, RuleScan | undefined>) {
    const asked = [...scans].flatMap(([rule, result]) => {
      const matches = result?.status === "matched" ? result.matches : [];
      const asksBase = rule.mayChange !== undefined && matches.length > 0;
      return asksBase || matches.some((match) => !touchesChange(file, match)) ? [rule] : [];
    });
    const isComparable =
      typeof file.baseText === "string" && tooDense(file.baseText) === null && asked.length > 0 && hasDeletions(file);
    return isComparable ? scan(language, file.baseText ?? "", asked) : new Map<Rule, RuleScan | undefined>();
  }

  return {
    async propose({ batch }, signal) {
      const results: Read[] = [];
      for (const { file } of batch.parts) {
        signal.throwIfAborted();
        results.push(
          await read(file).catch((error) =>
            failed(file.path, `${file.path} could not be scanned: ${messageOf(error)}`),
          ),
        );
      }
      const failures = results.flatMap((result) =>
        result.failures.map((failure) => ({ ...failure, seat: name, step: "propose" })),
      );
      const listed = capped(
        results.flatMap(({ drafts }) => drafts),
        name,
      );
      return {
        drafts: listed.drafts,
        failures: [...failures, ...listed.failures],
        dropped: [],
        residualRisks: [],
        openQuestions: [],
      };
    },
  };
}

/** A rule without paths is for every file: no glob matches a name with a line break in it, or one that begins with `..`. */
function pathTest({ paths }: Rule): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const matches = picomatch([...paths], { dot: true });
  return (path) => matches(path.replaceAll(/[\n\r\u2028\u2029]/g, "_"));
}

interface Read {
  readonly drafts: readonly Draft[];
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
}

function failed(path: string, reason: string): Read {
  return { drafts: [], failures: [{ path, reason }] };
}

/** What one rule says of one file: its matches on changed lines, and those that a deletion made possible. */
function readScan(rule: Rule, file: ChangedFile, lines: readonly string[], scan?: RuleScan, before?: RuleScan): Read {
  if (scan?.status !== "matched")
    return failed(file.path, `rule ${rule.id} could not run: ${scan?.reason ?? "no answer"}`);
  const known = before?.status === "matched" ? before.matches : null;
  const isNew = newAmong(rule.mayChange, file, lines, known ?? []);
  return {
    drafts: scan.matches.filter(isNew).flatMap((match) => draftsOf(rule, file, lines, match, known)),
    failures: [],
  };
}

function draftsOf(
  rule: Rule,
  file: ChangedFile,
  lines: readonly string[],
  match: RuleMatch,
  known: readonly RuleMatch[] | null,
): Draft[] {
  if (touchesChange(file, match)) {
    const end = Math.min(match.endLine, match.startLine + longestQuote - 1);
    return [draft(rule, file.path, match.startLine, lines.slice(match.startLine - 1, end).join("\n"), rule.message)];
  }
  if (known === null || wasThere(file, match, known)) return [];
  const deletion = lastDeletionNear(file, match.startLine);
  if (deletion === null) return [];
  const sink = (lines[match.startLine - 1] ?? "").trim();
  return [
    draft(
      rule,
      file.path,
      deletion.line,
      deletion.text,
      `${rule.message} What is deleted here guarded line ${match.startLine}: \`${sink}\`.`,
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
  };
}

/** A rule about any value is silent where its sister `…-request` shows that the value comes from a request. */
function withoutWeaker(read: readonly { readonly rule: Rule; readonly drafts: readonly Draft[] }[]): Draft[] {
  const shown = new Set(read.flatMap(({ rule, drafts }) => drafts.map(({ line }) => `${rule.id} ${line ?? 0}`)));
  return read.flatMap(({ rule, drafts }) => drafts.filter(({ line }) => !shown.has(`${rule.id}-request ${line ?? 0}`)));
}

/** Nested nodes of one statement match the same rule more than once. */
function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ title, line }) => {
    const key = `${line ?? 0} ${title}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
