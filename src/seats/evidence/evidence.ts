import { applySuggestion } from "../../anchor/suggestion.ts";
import { isTestPath } from "../../diff/path-kinds.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Objection } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Matcher } from "../../domain/ports.ts";
import type { Agent } from "../../stages/index.ts";
import { tooDense } from "../rules/limits.ts";
import { languageOf } from "../rules/rule.ts";
import { isOnlyComment } from "./comments.ts";
import { isOwnWords } from "./own-words.ts";

/** A check looks at one finding and its file and says what speaks against the finding, or null. */
type Check = (finding: Finding, file: ChangedFile, matcher: Matcher) => Promise<Omit<Objection, "finding"> | null>;

const checks: readonly Check[] = [isComment, isTestCode, suggestionFails];

/** The offline `evidence` seat: proposes nothing, disproves by code. `secretsSeat` names the seat whose findings stand in comments and tests too. */
export function evidenceAgent(matcher: Matcher, secretsSeat: string): Agent {
  const remembering = rememberingMatcher(matcher);
  return {
    async examine({ change, findings }, signal) {
      const files = new Map(change.files.map((file) => [file.path, file]));
      const objections: Objection[] = [];
      for (const finding of findings) {
        signal.throwIfAborted();
        const file = files.get(finding.path);
        if (file === undefined || finding.raisedBy.includes(secretsSeat)) continue;
        for (const check of checks) {
          const objection = await check(finding, file, remembering);
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

/** All findings of one file ask about the same text; parsing it for each of them would take minutes where there are thousands. */
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
    ? { effect: "refute", reason: "the quoted code stands only in comments" }
    : null;
}

async function isTestCode(finding: Finding): ReturnType<Check> {
  return isTestPath(finding.path) ? { effect: "lower", reason: "the code is in a test path and does not ship" } : null;
}

async function suggestionFails(finding: Finding, file: ChangedFile, matcher: Matcher): ReturnType<Check> {
  if (finding.suggestion === undefined) return null;
  const applied = applySuggestion(file, finding);
  if ("refused" in applied)
    return { effect: "drop-suggestion", reason: `the suggestion does not apply: ${applied.refused}` };
  const language = languageOf(file.path);
  if (language === null || typeof file.headText !== "string") return null;
  if (tooDense(file.headText) !== null) return null;
  const before = await matcher.faults(language, file.headText);
  return (await matcher.faults(language, applied.text)) > before
    ? { effect: "drop-suggestion", reason: "the suggestion breaks the file's syntax" }
    : null;
}
