import type { Matcher, RuleMatch } from "../../domain/ports.ts";
import { type Backtracking, backtrackingOf, workOf } from "./backtracking.ts";
import { type PatternText, patternText, valuesIn } from "./pattern-text.ts";
import type { Rule } from "./rule.ts";

/** What one rule gave on one source. `unread` are matches that its check could not judge: to be said, for they are no answer. */
export type CheckedScan =
  | { readonly status: "matched"; readonly matches: readonly RuleMatch[]; readonly unread: readonly string[] }
  | { readonly status: "failed"; readonly reason: string };

/** Beyond it the expressions of one source are not analysed: some seconds of work in all. */
const mostWork = 60_000;

type Judge = (code: string) => Promise<Backtracking>;

/** `matcher.scan` for rules: of a rule with a check, only the matches that the check confirms. */
export async function scanRules(
  matcher: Matcher,
  language: string,
  source: string,
  rules: readonly Rule[],
): Promise<CheckedScan[]> {
  const scans = await matcher.scan(
    language,
    source,
    rules.map(({ match }) => match),
  );
  const judge = judgeOf(source);
  const checked: CheckedScan[] = [];
  for (const [position, rule] of rules.entries()) {
    const scan = scans[position] ?? { status: "failed", reason: "no answer" };
    if (scan.status === "failed") checked.push(scan);
    else if (rule.check === undefined) checked.push({ ...scan, unread: [] });
    else checked.push(await confirmed(rule.check, source, scan.matches, judge));
  }
  return checked;
}

async function confirmed(
  check: NonNullable<Rule["check"]>,
  source: string,
  matches: readonly RuleMatch[],
  judge: Judge,
): Promise<CheckedScan> {
  const lines = source.split("\n");
  const [kept, unread]: [RuleMatch[], string[]] = [[], []];
  for (const match of matches) {
    const answer = await judge(codeAt(lines, match));
    if (answer.kind === "unread")
      unread.push(`the regular expression on line ${match.startLine} was not analysed: ${answer.reason}`);
    else if (`regex-${answer.kind}` === check) kept.push(match);
  }
  return { status: "matched", matches: kept, unread };
}

/** The text of a match. */
export function codeAt(lines: readonly string[], { startLine, startColumn, endLine, endColumn }: RuleMatch): string {
  const spanned = lines.slice(startLine - 1, endLine);
  const last = spanned.length - 1;
  return spanned
    .map((line, index) => line.slice(index === 0 ? startColumn : 0, index === last ? endColumn : undefined))
    .join("\n");
}

/** Each expression is analysed once for all rules. */
function judgeOf(source: string): Judge {
  const known = new Map<string, Backtracking>();
  let initial: ReturnType<typeof valuesIn> | undefined;
  let work = 0;
  const fresh = async (pattern: PatternText | null): Promise<Backtracking> => {
    if (pattern === null) return { kind: "none" };
    const more = workOf(pattern);
    if (work + more > mostWork)
      return { kind: "unread", reason: "the expressions of this file are too many or too large" };
    work += more;
    return await backtrackingOf(pattern);
  };
  return async (code) => {
    initial ??= valuesIn(source);
    const answer = known.get(code) ?? (await fresh(patternText(code, initial)));
    known.set(code, answer);
    return answer;
  };
}
