import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  type CaseResult,
  Corpus,
  classify,
  isOfWeakness,
  type NamedRule,
  type Side,
  sideOf,
  weaknesses,
} from "../../bench/rules-classify.ts";
import { totalsOf, withFigures } from "../../bench/rules-report.ts";

const one = { package: "some", vulnerable: "1.0.0", fixed: "1.0.1", weakness: "command-injection" as const };
const rules: NamedRule[] = [
  { id: "python-command", title: "Input in a shell", languages: ["python"] },
  { id: "shell-spawn", title: "Input in a shell", languages: ["javascript"] },
  { id: "shell-command-input", title: "Input in a shell command", languages: ["javascript"] },
  { id: "redos-nested", title: "Pattern backtracks", languages: ["javascript"] },
];
const silent: Side = { status: "reviewed", findings: [], incomplete: null };
const failed: Side = { status: "error", reason: "over 60 seconds" };

function spoken(
  title: string,
  changes: { path?: string; raisedBy?: string[]; alsoReported?: { seat: string; title: string }[] } = {},
): Side {
  const finding = { path: "index.js", line: 3, severity: "P1", title, raisedBy: ["rules"], ...changes };
  return { status: "reviewed", findings: [finding], incomplete: null };
}

describe("classify", () => {
  test("a rule of the weakness on the vulnerable side is found; the longest title that fits names the rule", () => {
    const result = classify(one, spoken("Input in a shell command: exec(name)"), silent, rules);
    expect(result).toMatchObject({ outcome: "found", others: [], alarms: [], notes: [] });
    expect(result.matching.map(({ rule }) => rule)).toEqual(["shell-command-input"]);
  });

  test("a rule of another weakness is missed and counted as another finding", () => {
    const result = classify(one, spoken("Pattern backtracks"), silent, rules);
    expect(result.outcome).toBe("missed");
    expect(result.others?.map(({ rule }) => rule)).toEqual(["redos-nested"]);
  });

  test("what another seat says never counts", () => {
    const result = classify(one, spoken("Input in a shell", { raisedBy: ["secrets"] }), silent, rules);
    expect(result).toMatchObject({ outcome: "missed", others: [] });
  });

  test("a rule's finding that was merged into another one still counts", () => {
    const merged = { raisedBy: ["secrets", "rules"], alsoReported: [{ seat: "rules", title: "Input in a shell" }] };
    const result = classify(one, spoken("A key in the code", merged), silent, rules);
    expect(result.outcome).toBe("found");
    expect(result.matching.map(({ rule }) => rule)).toEqual(["shell-spawn"]);
  });

  test("of rules that share a title, the one for the file's language is meant", () => {
    const nameIn = (path: string): (string | null)[] =>
      classify(one, spoken("Input in a shell", { path }), silent, rules).matching.map(({ rule }) => rule);
    expect(nameIn("a.py")).toEqual(["python-command"]);
    expect(nameIn("a.ts")).toEqual(["shell-spawn"]);
  });

  test("a title of no rule file is shown, but never of the weakness", () => {
    const result = classify(one, spoken("shell-command"), silent, rules);
    expect(result).toMatchObject({ outcome: "missed", others: [{ rule: null, title: "shell-command" }] });
  });

  test("an error is neither missed nor without alarms", () => {
    expect(classify(one, failed, silent, rules)).toMatchObject({ outcome: "error", others: null, alarms: [] });
    const half = classify(one, spoken("Input in a shell"), failed, rules);
    expect(half).toMatchObject({ outcome: "found", alarms: null });
    expect(totalsOf([half])).toMatchObject({ found: 1, silentAfterFix: 0, fixedSideErrors: 1 });
    expect(half.notes).toEqual(["fixed side: error: over 60 seconds"]);
  });

  test("an incomplete review that found nothing is missed, and says that it was incomplete", () => {
    const result = classify(one, { ...silent, incomplete: "3 files not parsed" }, silent, rules);
    expect(result.outcome).toBe("missed");
    expect(result.notes).toEqual(["vulnerable side: incomplete: 3 files not parsed"]);
  });
});

test.each([
  ["shell-exec", "command-injection", true],
  ["child-process-exec", "command-injection", true],
  ["vm-run", "code-injection", true],
  ["base64-decode", "code-injection", false],
  ["path-join-input", "path-traversal", true],
  ["xpath-input", "path-traversal", false],
  ["open-redirect-path", "path-traversal", false],
  ["recursive-merge-prototype", "prototype-pollution", true],
  ["regex-exponential", "redos", true],
  ["shell-exec", "redos", false],
  ["html-injection", "cross-site-scripting", true],
  ["regex-exponential", "cross-site-scripting", false],
] as const)("rule %s is of weakness %s: %s", (rule, weakness, expected) => {
  expect(isOfWeakness(rule, weakness)).toBe(expected);
});

describe("sideOf", () => {
  const seat = { name: "rules", provider: "rules", healthy: true };
  const review = { result: "clean", reason: "", panel: { seats: [seat] }, findings: [] };

  test("a review by the rules is a side; an inconclusive one says why", () => {
    expect(sideOf(JSON.stringify(review))).toEqual(silent);
    const partly = { ...review, result: "inconclusive", reason: "one file is not covered" };
    expect(sideOf(JSON.stringify(partly))).toMatchObject({ status: "reviewed", incomplete: "one file is not covered" });
    const faulty = { ...review, panel: { seats: [{ ...seat, failure: "rule x failed" }] } };
    expect(sideOf(JSON.stringify(faulty))).toMatchObject({ incomplete: "rule x failed" });
  });

  test("no JSON, no review and no rules seat are errors", () => {
    expect(sideOf("Usage: …").status).toBe("error");
    expect(sideOf(JSON.stringify({ ...review, findings: undefined })).status).toBe("error");
    expect(sideOf(JSON.stringify({ ...review, panel: { seats: [] } }))).toEqual({
      status: "error",
      reason: "the rules seat did not sit at the table",
    });
  });
});

describe("the document", () => {
  const corpus = { query: "the first two", fixedOn: "2026-01-02", source: "a list", cases: [], excluded: [] };
  const results: CaseResult[] = [
    classify(one, spoken("Input in a shell"), spoken("Pattern backtracks"), rules),
    classify({ ...one, id: "CVE-1" }, spoken("Input in a shell"), spoken("Input in a shell"), rules),
    classify({ ...one, weakness: "redos" }, silent, failed, rules),
    classify({ ...one, weakness: "redos" }, failed, silent, rules),
  ];
  const empty = "intro\n<!-- rules-bench:start -->\nold\n<!-- rules-bench:end -->\nrest\n";
  const document = withFigures(empty, corpus, results, "2026-01-03");

  test("totals count cases, and a share is of all cases, errors too", () => {
    expect(totalsOf(results)).toEqual({
      cases: 4,
      found: 2,
      missed: 1,
      errors: 1,
      silentAfterFix: 1,
      casesWithAlarms: 2,
      alarmFindings: 2,
      fixedSideErrors: 1,
      otherFindings: 0,
    });
    expect(document).toContain(
      "| **all** | 4 | 2 (50 %) | 1 (25 %) | 1 (25 %) | 1 (25 %) | 2 (50 %), 2 findings, 1 not measured |",
    );
    expect(document).toContain("| path-traversal | 0 | – | – | – | – | –, 0 findings |");
    expect(document).toContain("Alarms per fixed version: 0.67.");
  });

  test("date, query, cases, alarms and errors are between the markers; the rest stays", () => {
    expect(document).toMatch(/^intro\n<!-- rules-bench:start -->\nMeasured on 2026-01-03\. Query, fixed on 2026-01-02/);
    expect(document).toMatch(/<!-- rules-bench:end -->\nrest\n$/);
    expect(document).not.toContain("old");
    expect(document).toContain("> the first two");
    expect(document).toContain("| some | 1.0.0 → 1.0.1 | command-injection (CVE-1) | found | shell-spawn | 0 | 1 |  |");
    expect(document).toContain("| some | 1.0.0 → 1.0.1 | redos | missed |  | 0 | error | see below |");
    expect(document).toContain("- some 1.0.0 → 1.0.1: P1 redos-nested at `index.js:3`");
    expect(document).toContain("- some 1.0.0 → 1.0.1: vulnerable side: error: over 60 seconds");
  });

  test("folders and servers of the machine that ran stay out of the document", () => {
    const side: Side = {
      status: "error",
      reason: "npm ended with 1: GET https://npm.example/some, see /home/me/.npm/log 3/4",
    };
    const written = withFigures(empty, corpus, [classify(one, side, silent, rules)], "2026-01-03");
    expect(written).toContain("npm ended with 1: GET (address) see (path) 3/4");
  });

  test("a second run replaces the first", () => {
    expect(withFigures(document, corpus, results, "2026-01-03")).toBe(document);
  });

  test("a document without its markers, or with two pairs, is an error", () => {
    expect(() => withFigures("intro", corpus, results, "2026-01-03")).toThrow("exactly one pair");
    expect(() => withFigures(empty + empty, corpus, results, "2026-01-03")).toThrow("exactly one pair");
  });
});

test.each([
  ["rules-corpus.json", 72],
  ["rules-corpus-tuning.json", 30],
])("%s is valid, keeps to its query's number, and names no case twice", async (file, count) => {
  const { cases, excluded } = await corpusOf(file);
  expect(cases).toHaveLength(count);
  const names = [...cases, ...excluded].map((entry) => `${entry.package}@${entry.vulnerable} ${whatOf(entry)}`);
  expect(new Set(names).size).toBe(names.length);
});

test("the fresh corpus has twelve cases of each weakness and no package that rules are tuned on", async () => {
  const { cases } = await corpusOf("rules-corpus.json");
  const counts = weaknesses.map((weakness) => cases.filter((one) => one.weakness === weakness).length);
  expect(counts).toEqual(weaknesses.map(() => 12));
  const tuned = new Set((await corpusOf("rules-corpus-tuning.json")).cases.map((one) => one.package));
  expect(cases.filter((one) => tuned.has(one.package))).toEqual([]);
});

async function corpusOf(file: string): Promise<Corpus> {
  return Corpus.parse(JSON.parse(await readFile(new URL(`../../bench/${file}`, import.meta.url), "utf8")));
}

/** One version can stand in two lists: of its weakness if it is a case, of its reason if it was passed over. */
function whatOf(entry: Corpus["cases"][number] | Corpus["excluded"][number]): string {
  return "weakness" in entry ? entry.weakness : entry.reason;
}
