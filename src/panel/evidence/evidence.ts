import { saysSomething } from "../../code/anchor/quote.ts";
import { isPlainTestPath, isTestPath } from "../../code/diff/path-kinds.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Objection } from "../../domain/debate.ts";
import type { Finding, Place } from "../../domain/finding.ts";
import type { Matcher, RuleMatch } from "../../domain/ports.ts";
import type { Agent } from "../stages/index.ts";
import { isOnlyComment } from "./comments.ts";
import { type Syntax, syntaxOf } from "./syntax.ts";
import { codeByMarks, isCodeLine, standIn } from "./words.ts";

/** A check reads one finding and its file. It returns its objection to the finding, or null. */
type Check = (
  finding: Finding,
  file: ChangedFile,
  matcher: Matcher,
  importers: (path: string) => Promise<readonly string[] | null>,
) => Promise<Omit<Objection, "finding"> | null>;

const checks: readonly Check[] = [isComment, isTestCode];

/**
 * The offline `evidence` seat: proposes nothing, disproves by code. `secretsSeat` names the seat whose findings also
 * hold in comments and tests.
 */
export function evidenceAgent(matcher: Matcher, secretsSeat: string): Agent {
  const remembering = rememberingMatcher(matcher);
  return {
    async examine({ change, findings, importers }, signal) {
      const files = new Map(change.files.map((file) => [file.path, file]));
      const objections: Objection[] = [];
      for (const finding of findings) {
        signal.throwIfAborted();
        const file = files.get(finding.path);
        if (file === undefined || finding.raisedBy.includes(secretsSeat)) continue;
        for (const check of checks) {
          const objection = await check(
            finding,
            file,
            remembering,
            async (path) => (await importers?.(path, signal)) ?? null,
          );
          if (objection !== null) objections.push({ finding: finding.id, ...objection });
        }
      }
      return objections;
    },
    async isOwnWords({ change, place }) {
      const file = change.files.find(({ path }) => path === place.path);
      return file !== undefined && isOwnWords(file, place, remembering);
    },
  };
}

/** All findings of one file ask about the same text. Parsing it for each of thousands would take minutes. */
function rememberingMatcher(matcher: Matcher): Matcher {
  const scans = new Map<string, ReturnType<Matcher["scan"]>>();
  const faults = new Map<string, ReturnType<Matcher["faults"]>>();
  return {
    scan: (language, source, rules) =>
      remembered(scans, `${language} ${JSON.stringify(rules)} ${source}`, () => matcher.scan(language, source, rules)),
    faults: (language, source) => remembered(faults, `${language} ${source}`, () => matcher.faults(language, source)),
  };
}

function remembered<T>(known: Map<string, T>, key: string, work: () => T): T {
  const found = known.get(key) ?? work();
  known.set(key, found);
  return found;
}

async function isComment(finding: Finding, file: ChangedFile, matcher: Matcher): ReturnType<Check> {
  return (await isOnlyComment(finding, file, matcher))
    ? { effect: "refute", reason: "the quoted code is only in comments" }
    : null;
}

/** Code in a test path that a file outside tests imports ships with it. Where nobody can tell, only a name that no shipped code has counts. */
async function isTestCode(
  { path }: Finding,
  _file: ChangedFile,
  _matcher: Matcher,
  importers: (path: string) => Promise<readonly string[] | null>,
): ReturnType<Check> {
  if (!isTestPath(path)) return null;
  const importing = await importers(path);
  const ships = importing === null ? !isPlainTestPath(path) : importing.some((file) => !isTestPath(file));
  return ships ? null : { effect: "lower", reason: "the code is in a test path and does not ship" };
}

/** Documentation and samples in any language. */
const documentation =
  /(^|\/)(docs?|documentation|examples?|samples?)\/|(^|\/)(?:readme|changelog|licen[cs]e|notice)\b[^/]*$|\.(?:md|mdx|markdown|rst|adoc|txt|html?\.md)$/i;

/**
 * Whether the place holds nothing but words that the change itself added: comments, strings, documentation. Earlier lines count as they are. Added lines
 * count by their code, which a parser separates from words, or the marks of the language where there is none that can be trusted.
 */
async function isOwnWords(file: ChangedFile, place: Place, matcher: Matcher): Promise<boolean> {
  if (place.side === "LEFT") return false;
  const lines = linesAt(file, place);
  const known = lines.filter(({ isAdded }) => !isAdded).map(({ text }) => text);
  if (known.length === lines.length || saysSomething(known.join("\n"))) return false;
  if (documentation.test(file.path)) return true;
  if (typeof file.headText !== "string") {
    return lines.every(
      ({ text, isAdded }) => !isAdded || !isCodeLine(codeByMarks(file.path, text).lines.join(" "), false),
    );
  }
  const syntax = await syntaxOf(file.path, file.headText, matcher);
  const marked = codeByMarks(file.path, file.headText);
  return lines.every(({ number, text, isAdded }) => {
    const code = syntax === null ? (marked.lines[number - 1] ?? "") : codeOn(number, text, syntax);
    return !isAdded || !isCodeLine(code, syntax === null && marked.isConfig);
  });
}

interface NumberedLine {
  readonly number: number;
  readonly text: string;
  readonly isAdded: boolean;
}

function linesAt({ headText, hunks }: ChangedFile, { startLine, line }: Place): NumberedLine[] {
  const inDiff = hunks.flatMap((hunk) =>
    hunk.lines.flatMap(({ head, text, kind }) =>
      head === null ? [] : [{ number: head, text, isAdded: kind === "added" }],
    ),
  );
  const shown = new Map(inDiff.map((one) => [one.number, one]));
  const whole = (headText ?? "").split("\n");
  return Array.from({ length: line - startLine + 1 }, (_, offset) => {
    const number = startLine + offset;
    return shown.get(number) ?? { number, text: whole[number - 1] ?? "", isAdded: false };
  });
}

/** The code of an added line: without comments, with stand-ins for strings. */
function codeOn(number: number, text: string, { comments, strings }: Syntax): string {
  const spans = [
    ...comments.map((match) => ({ match, isComment: true })),
    ...strings.map((match) => ({ match, isComment: false })),
  ]
    .flatMap(({ match, isComment }) => {
      const span = spanOn(match, number, text);
      return span === null ? [] : [{ ...span, isComment }];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  let code = "";
  let at = 0;
  for (const { start, end, isComment } of spans) {
    if (start < at) continue;
    code += text.slice(at, start) + (isComment ? "" : standIn(text.slice(start, end)));
    at = end;
  }
  return code + text.slice(at);
}

function spanOn(match: RuleMatch, line: number, text: string): { start: number; end: number } | null {
  if (line < match.startLine || line > match.endLine) return null;
  const start = line === match.startLine ? match.startColumn : 0;
  const end = line === match.endLine ? match.endColumn : text.length;
  return start < end ? { start, end } : null;
}
