import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Outcome } from "../../support/built-cli.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { injection, Report, reviewAsJson, runCli } from "./run-cli.ts";

const formats = [
  ["text", /^PR Debate[\s\S]*search\.js:4/],
  ["markdown", /^#+ [\s\S]*search\.js/m],
  ["json", /^\{\n {2}"version": 1,\n {2}"kind": "review",[\s\S]*\}\n$/],
  ["sarif", /^\{[\s\S]*"version": "2\.1\.0"[\s\S]*\}\n$/],
  ["html", /^<!doctype html>[\s\S]*<\/html>\n$/i],
] as const;

let repository: GitRepository;
let folder = "";
/** One run a format, shared by the cases that only read it. */
const printed = new Map<string, Outcome>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "reports-"));
  repository = gitRepository();
  repository.write("README.md", "# Shop\n");
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  repository.write("search.js", injection);
  repository.commit();
  for (const [format] of formats) printed.set(format, await print(format));
});
afterAll(() => {
  repository.remove();
  rmSync(folder, { recursive: true });
});

function print(format: string, ...more: string[]): Promise<Outcome> {
  return runCli(repository, ["review", "main..topic", "--no-report", "--format", format, ...more]);
}

describe("stdout and stderr", () => {
  test.each(formats)("%s on stdout, alone", (format, shape) => {
    expect(printed.get(format)?.stdout).toMatch(shape);
    expect(printed.get(format)?.code).toBe(1);
  });

  test("progress on stderr, alone", () => {
    for (const [format, { stdout, stderr }] of printed) {
      expect(stderr, format).toMatch(/^Reading the change\n/);
      expect(stderr, format).not.toMatch(/blocks this merge/);
      expect(stdout, format).not.toMatch(/^Reading the change/m);
    }
  });

  test("without a terminal nothing is coloured", () => {
    expect(printed.get("text")?.stdout).not.toContain("\u001b");
    expect(printed.get("text")?.stderr).not.toContain("\u001b");
  });

  test("--out writes the bytes that stdout would get, and stdout stays empty", async () => {
    const file = join(folder, "report.json");
    expect(await print("json", "--out", file)).toMatchObject({ code: 1, stdout: "" });
    expect(withoutTimes(readFileSync(file, "utf8"))).toBe(withoutTimes(printed.get("json")?.stdout ?? ""));
  });

  test("with --out the outcome is said, and the ending of the file chooses the format", async () => {
    const review = (file: string, ...more: string[]) =>
      runCli(repository, ["review", "main..topic", "--no-report", "--out", join(folder, file), ...more]);
    const page = await review("review.html");
    expect(page.stderr).toContain(`Result: 1 P0 finding blocks this merge\nThe report was written to ${folder}`);
    expect(readFileSync(join(folder, "review.html"), "utf8")).toMatch(/^<!doctype html>/i);
    expect((await review("review.md", "--quiet")).stderr).toBe("");
    expect(readFileSync(join(folder, "review.md"), "utf8")).toMatch(/^#/);
    await review("named.html", "--format", "json");
    expect(readFileSync(join(folder, "named.html"), "utf8")).toMatch(/^\{/);
    const events = await review("events.ndjson");
    expect(events.stderr).toContain("Result: 1 P0 finding blocks this merge\nThe events were written to");
  });

  test("two runs differ in nothing but their times", async () => {
    const again = await print("json");
    expect(withoutTimes(again.stdout)).toBe(withoutTimes(printed.get("json")?.stdout ?? ""));
    expect(withoutTimes(again.stdout)).toContain('"startedAt": "TIME"');
  });

  test("--no-report leaves nothing behind", () => {
    expect(existsSync(join(repository.path, ".debate"))).toBe(false);
    expect(readdirSync(repository.temporary)).toEqual([]);
  });
});

describe(".debate", () => {
  test("keeps Markdown and JSON, and is not part of the next review", async () => {
    const own = gitRepository();
    own.write("a.txt", "one\n");
    own.commit();
    own.write("b.txt", "two\n");
    const first = await runCli(own, ["review", "--format", "json"]);
    const kept = readdirSync(join(own.path, ".debate")).sort();
    expect(kept).toEqual([
      ".gitignore",
      expect.stringMatching(/^review-.*\.json$/),
      expect.stringMatching(/^review-.*\.md$/),
    ]);
    expect(first.stderr).toContain(`Kept as .debate/${kept[2]} and .json`);
    expect(own.read(`.debate/${kept[1]}`)).toBe(first.stdout);
    expect(own.read(`.debate/${kept[2]}`)).toMatch(/Rules only: 0 findings/);
    expect(own.git("status", "--porcelain")).toBe("?? b.txt");
    expect((await reviewAsJson(own)).report.coverage.files.map(({ path }) => path)).toEqual(["b.txt"]);
    own.remove();
  });
});

describe("H75 secrets", () => {
  const awsKey = `${"AK"}IAQ4ZRT7WMX2NVB5LC`;
  const githubToken = `${"gh"}p_4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z`;

  test("H75 an added key blocks, and its value is in no byte of stdout, stderr and .debate", async () => {
    const own = gitRepository();
    own.write("README.md", "# Shop\n");
    own.commit();
    own.write("deploy.py", `import boto3\nclient = boto3.client("s3", aws_access_key_id="${awsKey}")\n`);
    own.write(`notes-${githubToken}.md`, `The token is ${githubToken}.\n`);
    let everything = "";
    for (const [format, shape] of formats) {
      const file = join(folder, `secret.${format}`);
      const { code, stdout, stderr } = await runCli(own, ["review", "--format", format, "--out", file]);
      expect(code, format).toBe(1);
      const report = readFileSync(file, "utf8");
      expect(report.replaceAll("deploy.py:2", "search.js:4").replaceAll("deploy.py", "search.js")).toMatch(shape);
      everything += stdout + stderr + report;
    }
    const { findings } = Report.parse(JSON.parse(readFileSync(join(folder, "secret.json"), "utf8")));
    expect(findings).toMatchObject([
      { severity: "P0", path: "deploy.py", line: 2 },
      { severity: "P0", line: 1 },
    ]);
    const files = keptFiles(own);
    expect(files.length).toBeGreaterThanOrEqual(3);
    everything += files.join("");
    expect(everything).toContain("deploy.py");
    for (const secret of [awsKey, githubToken]) expect(everything).not.toContain(secret);
    own.remove();
  });

  test("H75 a removed key and one in the context of a finding are not shown either", async () => {
    const own = gitRepository();
    own.write("old.py", `key = "${awsKey}"\n`);
    own.commit();
    own.write("old.py", "key = None\n");
    own.write("search.js", injection.replace('"select', `"/* ${githubToken} */ select`));
    const { code, stdout, stderr } = await runCli(own, ["review", "--format", "json"]);
    expect(code).toBe(1);
    expect(Report.parse(JSON.parse(stdout)).findings.map(({ path }) => path)).toEqual(["search.js"]);
    const files = keptFiles(own);
    for (const secret of [awsKey, githubToken]) expect(stdout + stderr + files.join("")).not.toContain(secret);
    own.remove();
  });
});

/** What `.debate` holds, folder by folder. */
function keptFiles(own: GitRepository): string[] {
  return readdirSync(join(own.path, ".debate"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** Start, end and duration are the clock's, everything else is the change's. */
function withoutTimes(report: string): string {
  return report
    .replace(/("(?:startedAt|finishedAt|startTimeUtc|endTimeUtc)": )"[^"]*"/g, '$1"TIME"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replace(/\bTime: [^\n<.]*/g, "TIME");
}
