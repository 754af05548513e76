import { describe, expect, test } from "vitest";
import { anchorIn } from "../src/code/anchor/anchor.ts";
import { excerptAround } from "../src/code/anchor/excerpt.ts";
import { maskOf } from "../src/code/anchor/mask.ts";
import { wordOverlap } from "../src/code/anchor/same-finding.ts";
import { enclosingBlock } from "../src/code/diff/batch.ts";
import { completeFiles } from "../src/code/diff/complete.ts";
import { decodeName } from "../src/code/diff/file-name.ts";
import { gainOf } from "../src/code/diff/gain.ts";
import { parseGitDiff, parsePatchFiles } from "../src/code/diff/parse.ts";
import { triage } from "../src/code/diff/triage.ts";
import { repositoryName } from "../src/code/git/change-source.ts";
import { parseRevisions } from "../src/code/git/compare.ts";
import { ReviewError } from "../src/domain/errors.ts";
import type { Matcher } from "../src/domain/ports.ts";
import { readSeverity } from "../src/domain/severity.ts";
import { evidenceAgent } from "../src/panel/evidence/evidence.ts";
import { platformsOf } from "../src/panel/prompts/batch.ts";
import { headView, lastDeletionNear } from "../src/panel/rules/changed-lines.ts";
import { languageOf } from "../src/panel/rules/rule.ts";
import { secretScanner, secretsAgent } from "../src/panel/secrets/secrets.ts";
import { readJson } from "../src/panel/stages/read-json.ts";
import { reports } from "../src/report/index.ts";
import { progressLine } from "../src/report/progress.ts";
import { concreteFixes } from "../src/review/score.ts";
import { offer } from "../src/review/suggestion/offer.ts";
import { decideVerdict } from "../src/review/verdict/verdict.ts";
import { problemOfGlob } from "../src/settings/fields.ts";
import { parseSettings } from "../src/settings/settings.ts";
import { hiddenIn } from "../src/text/hidden.ts";
import { markdown, markdownCell, markdownLine } from "../src/text/markdown.ts";
import { readProse } from "../src/text/prose.ts";
import { redact, redactAll } from "../src/text/redact.ts";
import { envelope, render, shown, shownPath, withoutRoles } from "../src/text/shown.ts";
import { codeCell, codeSpan, cut, cutCharacters, fence, html, plain, visible } from "../src/text/text.ts";
import { aChange, aFile, inOneBatch } from "./support/change-builder.ts";
import { processorSeconds } from "./support/processor-time.ts";
import { readBallot, readProposal } from "./support/replies.ts";
import { aFinding, aReview } from "./support/review-builder.ts";

const length = 100_000;

/** What makes a pattern backtrack: long runs that it matches in many ways and that end in what it cannot match. */
const signs = [..."([{<\"'`*_~#@/\\ -.:+=|&!$%,;?\t\nax0é\u200b\u0301"];
const pairs = [
  "a!",
  "a ",
  " a",
  "a.",
  "a-",
  "a/",
  "a:",
  "a@",
  "a\n",
  " \n",
  "\t ",
  "-\n",
  "``\n",
  "@@",
  "<!--",
  "<a",
  "](",
  "![",
  '\\"',
  "\\\\n",
];
const units = [
  "eyJ",
  "sk-",
  "://a:",
  "a@a.",
  "=&",
  "- [ ] ",
  "@@ -1 +1 @@\n",
  "diff --git ",
  "--- a\n+++ b\n",
  "-----BEGIN ",
  "xox",
  "AKIA",
];
const texts = [...signs, ...pairs, ...units].map((unit) => unit.repeat(Math.ceil(length / unit.length)));
const hostile = [
  ...texts,
  ...["a", " ", "a ", "`", "\\", "=", "a."].map((unit) => `${unit.repeat(length / unit.length)}!`),
  `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
  `"${"\\".repeat(length)}"`,
];

const never = new AbortController().signal;
const nothingMatches: Matcher = {
  faults: async () => 0,
  scan: async (_language, _source, rules) => rules.map(() => ({ status: "matched", matches: [] })),
};
const settingsOf = (text: string) => parseSettings(text, { source: "settings.yml", vendors: [] });

/** Everything that takes text from a diff, a file name, a settings file or a model. Refusing a text is fine; taking long is not. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  visible,
  plain,
  html,
  markdown,
  markdownLine,
  markdownCell,
  fence: (text) => fence(text, "ts"),
  codeSpan,
  codeCell,
  cut: (text) => cut(text, length / 2),
  cutCharacters: (text) => cutCharacters(text, length / 2),
  readProse,
  redact: (text) => redact(text, ["a secret value", text.slice(0, 40)]),
  redactAll: (text) => redactAll({ text, list: [text] }, []),
  "parseGitDiff, anywhere": parseGitDiff,
  "parseGitDiff, names": (text) =>
    parseGitDiff(
      `diff --git ${text}\nrename from ${text}\nrename to ${text}\n--- ${text}\n+++ ${text}\n@@ -1 +1 @@\n-a\n+b\n`,
    ),
  "parseGitDiff, hunk header": (text) => parseGitDiff(`diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ ${text}\n`),
  "parseGitDiff, section and line": (text) =>
    parseGitDiff(`--- a/x\n+++ b/x\n@@ -1 +1 @@ ${text}\n-${text}\n+${text}\n`),
  parsePatchFiles: (text) =>
    parsePatchFiles([{ filename: text, status: "modified", patch: `@@ -1 +1 @@ ${text}\n${text}` }]),
  decodeName: (text) => decodeName(`"${text}"`),
  "anchorIn, quote": (text) => anchorIn(aChange(aFile("a.ts", "one\n", "one\ntwo\n")))({ path: "a.ts", quote: text }),
  "anchorIn, path": (text) => anchorIn(aChange(aFile("a.ts", "one\n", "two\n")))({ path: text, quote: "two" }),
  "anchorIn, code": (text) => {
    const anchor = anchorIn(aChange({ ...aFile("a.ts", null, "x\n"), hunks: [oneHunk(text)], headText: text }));
    return [anchor({ path: "a.ts", quote: "nowhere" }), anchor({ path: "a.ts", quote: text.slice(0, 2000) })];
  },
  wordOverlap: (text) => wordOverlap(text, `${text} b`),
  completeFiles: (text) =>
    completeFiles([aFile("a.ts", "one\n", "two\n")], new Map([["a.ts", { base: text, head: text }]])),
  enclosingBlock: (text) =>
    enclosingBlock({ ...aFile("a.ts", null, "x\n"), headText: text }, { ...oneHunk("x"), headStart: 50_000 }),
  excerptAround: (text) =>
    excerptAround(aChange({ ...aFile("a.ts", "a", "b"), headText: text }), aFinding({ path: "a.ts" })),
  offer: (text) =>
    offer(
      { ...aFile("a.ts", "a\n", "b\n"), headText: text },
      aFinding({ line: 1, suggestion: text }),
      async () => null,
    ),
  concreteFixes: (text) =>
    concreteFixes(aChange({ ...aFile("a.ts", "a\n", "b\n"), headText: text }), [aFinding({ path: "a.ts", fix: text })]),
  maskOf: (text) => maskOf([{ path: "a", line: 1, kind: "x", value: text.slice(0, 30), added: true }]).hide(text),
  triage: (text) => triage(["docs/**", "**/*.{md,txt}", "a*b*c*/**"])(aFile(text, "a\n", "b\n")),
  gainOf: (text) => gainOf({ ...aFile(text, "a\n", "a\n"), status: "renamed", previousPath: `${text}.b` }, () => false),
  hiddenIn: (text) => [hiddenIn(text, { isCode: true }), hiddenIn(text, { isCode: false })],
  languageOf,
  headView: (text) => headView({ ...aFile("a.ts", "a\n", "b\n"), headText: text }),
  lastDeletionNear: (text) =>
    lastDeletionNear({ ...aFile("a.ts", "a\n", "b\n"), hunks: [oneHunk(text, "removed")] }, 1),
  secretScanner: (text) => secretScanner.scan([{ ...aFile("a.ts", "a\n", "b\n"), hunks: [oneHunk(text)] }]),
  secretsAgent: (text) =>
    secretsAgent(secretScanner).propose?.(
      inOneBatch([{ ...aFile(text, "a\n", "b\n"), hunks: [oneHunk(text)] }]),
      never,
    ),
  evidenceAgent: (text) => {
    const change = aChange({ ...aFile(`${text}.ts`, "a\n", "b\n"), headText: text });
    return evidenceAgent(nothingMatches, "secrets").examine?.(
      { change, findings: [aFinding({ path: `${text}.ts`, line: 1, suggestion: text })] },
      never,
    );
  },
  readJson,
  "readProposal, anywhere": readProposal,
  "readProposal, in fields": (text) =>
    readProposal(JSON.stringify({ findings: [draftOf(text)], residualRisks: [text] })),
  "readBallot, in fields": (text) =>
    readBallot(JSON.stringify({ votes: [{ id: text, verdict: text, reason: text }], missed: [] })),
  shown: (text) => shown(text, unmasked),
  shownPath: (text) => shownPath(text, unmasked),
  withoutRoles,
  envelope: (text) => envelope("diff", text),
  render: (text) => render("{{name}}", { name: text }),
  platformsOf,
  readSeverity,
  repositoryName,
  "repositoryName, path": (text) => repositoryName(`https://example.com/${text}`),
  parseRevisions,
  "parseRevisions, range": (text) => parseRevisions(`main..${text}`),
  "settings, anywhere": settingsOf,
  "settings, key and value": (text) =>
    settingsOf(
      `version: 1\nreview:\n  ${JSON.stringify(text.slice(0, 30_000))}: ${JSON.stringify(text.slice(0, 30_000))}\n`,
    ),
  "settings, glob": (text) => settingsOf(`version: 1\npaths: { ignore: [${JSON.stringify(text.slice(0, 50_000))}] }\n`),
  problemOfGlob,
  decideVerdict: (text) => decideVerdict({ ...facts, configError: text, budgetStop: text, skip: { why: text } }),
  progressLine: (text) => progressLine({ type: "note", text }),
};

const unmasked = maskOf([]);

function draftOf(text: string) {
  const short = text.slice(0, 20_000);
  return { severity: "P1", category: short, title: short, detail: short, path: short, quote: short, fix: short };
}

const facts = {
  headCurrent: true,
  headSha: "",
  blockOn: "P0",
  disputed: "block",
  onInconclusive: "fail",
  rulesOnly: "neutral",
  findings: [],
  coverage: { complete: true, files: [] },
  panel: { state: "offline", counted: 0, healthy: 0 },
  quorum: 0,
} as const;

function oneHunk(text: string, kind: "added" | "removed" = "added") {
  const lines = text.split("\n").map((line, index) => ({
    kind,
    text: line,
    base: kind === "removed" ? index + 1 : null,
    head: kind === "added" ? index + 1 : null,
  }));
  return { baseStart: 1, baseLength: 0, headStart: 1, headLength: lines.length, section: "", lines };
}

describe("H63 every hostile text is read within a second", () => {
  test.each(Object.entries(readers))("H63 %s", async (_name, read) => {
    expect(await slowest(hostile, read)).toBeLessThan(1_000);
  });

  test.each(Object.entries(reports))("H63 report %s", async (_name, report) => {
    // Each field at its full length makes a report ten times as long as any text of it.
    const some = hostile.map((text) => text.slice(0, length / 5));
    expect(await slowest(some, (text) => report(reviewOf(text), { version: "1" }))).toBeLessThan(1_000);
  });
});

function reviewOf(text: string) {
  const finding = aFinding({
    title: text,
    detail: text,
    quote: text,
    failurePath: text,
    fix: text,
    suggestion: text,
    path: text,
  });
  return aReview({
    title: text,
    reason: text,
    findings: [finding],
    eliminated: [{ ...finding, status: "eliminated" }],
    notes: [text],
  });
}

/** Milliseconds of processor time, so that a busy machine changes nothing. */
async function slowest(inputs: readonly string[], read: (text: string) => unknown): Promise<number> {
  let most = 0;
  for (const text of inputs) {
    const seconds = await processorSeconds(async () => {
      try {
        await read(text);
      } catch (error) {
        if (!(error instanceof ReviewError)) throw error;
      }
    });
    most = Math.max(most, seconds * 1_000);
  }
  return most;
}
