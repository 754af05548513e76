import picomatch from "picomatch";
import type { ChangedFile } from "../domain/change.ts";
import { messageOf } from "../domain/errors.ts";
import type { Draft } from "../domain/finding.ts";
import type { Agent, Matcher, Proposal, RuleMatch } from "../domain/ports.ts";
import { headView, lastDeletionNear, touchesChange, wasThere } from "./changed-lines.ts";
import { languageOf, type Rule } from "./rule.ts";

const longestQuote = 3;

type PartFailure = Proposal["failures"][number];

/**
 * The offline `rules` seat: structural rules over the head file. A match is reported only where it touches an added line; a match on
 * untouched lines that the base file did not have is reported at the deletion that made it possible (a guard was removed).
 */
export function rulesAgent(name: string, rules: readonly Rule[], matcher: Matcher): Agent {
  const scoped = rules.map((rule) => ({ rule, applies: picomatch([...(rule.paths ?? ["**"])], { dot: true }) }));

  async function read(file: ChangedFile): Promise<{ drafts: Draft[]; failures: PartFailure[] }> {
    const language = languageOf(file.path);
    const applicable = scoped.filter(
      ({ rule, applies }) => language !== null && rule.languages.includes(language) && applies(file.path),
    );
    const head = headView(file);
    if (language === null || head === null || applicable.length === 0) return { drafts: [], failures: [] };
    const matchers = applicable.map(({ rule }) => rule.match);
    const failure = (reason: string): PartFailure => ({ seat: name, step: "propose", reason, path: file.path });
    try {
      const scans = await matcher.scan(language, head.text, matchers);
      const before = typeof file.baseText === "string" ? await matcher.scan(language, file.baseText, matchers) : null;
      const drafts: Draft[] = [];
      const failures: PartFailure[] = [];
      for (const [position, { rule }] of applicable.entries()) {
        const scan = scans[position];
        const base = before?.[position];
        if (scan?.status !== "matched") {
          failures.push(failure(`rule ${rule.id} could not run: ${scan?.reason ?? "no answer"}`));
        } else {
          const known = base?.status === "matched" ? base.matches : null;
          drafts.push(...scan.matches.flatMap((match) => draftsOf(rule, file, head.lines, match, known)));
        }
      }
      return { drafts: withoutRepeats(drafts), failures };
    } catch (error) {
      return { drafts: [], failures: [failure(`${file.path} could not be scanned: ${messageOf(error)}`)] };
    }
  }

  return {
    async propose({ files }, signal) {
      const drafts: Draft[] = [];
      const failures: PartFailure[] = [];
      for (const file of files) {
        signal.throwIfAborted();
        const result = await read(file);
        drafts.push(...result.drafts);
        failures.push(...result.failures);
      }
      return { drafts, failures, dropped: [], residualRisks: [], openQuestions: [] };
    },
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

/** Nested nodes of one statement match the same rule more than once. */
function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ title, line }) => {
    const key = `${line ?? 0} ${title}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
