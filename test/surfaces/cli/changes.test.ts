import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { injection, reviewAsJson } from "./run-cli.ts";

/** On a branch with one commit more than main; the index holds `staged.ts`, the folder also `untracked.ts`. */
let repository: GitRepository;
beforeAll(() => {
  repository = gitRepository();
  repository.write("a.ts", "export const a = 1;\n");
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  repository.write("committed.ts", "export const committed = 1;\n");
  repository.commit();
  repository.write("staged.ts", "export const staged = 1;\n");
  repository.git("add", "staged.ts");
  repository.write("untracked.ts", "export const untracked = 1;\n");
  repository.write(".gitignore", "ignored.ts\n");
  repository.write("ignored.ts", "export const ignored = 1;\n");
});
afterAll(() => repository.remove());

async function pathsOf(args: readonly string[], circumstances: { cwd?: string; input?: string } = {}) {
  const { report } = await reviewAsJson(repository, args, circumstances);
  return report.coverage.files.map(({ path }) => path).sort();
}

describe("what is reviewed", () => {
  test("by default the work against the default branch, with staged and untracked files", async () => {
    expect(await pathsOf([])).toEqual([".gitignore", "committed.ts", "staged.ts", "untracked.ts"]);
  });

  test("the same from a folder below", async () => {
    repository.write("deep/keep.ts", "export const keep = 1;\n");
    const expected = [".gitignore", "committed.ts", "deep/keep.ts", "staged.ts", "untracked.ts"];
    expect(await pathsOf([], { cwd: join(repository.path, "deep") })).toEqual(expected);
    rmSync(join(repository.path, "deep"), { recursive: true });
  });

  test("--staged takes the index alone", async () => {
    expect(await pathsOf(["--staged"])).toEqual(["staged.ts"]);
  });

  test("a range takes its commits alone; --repo names the repository from elsewhere", async () => {
    const elsewhere = ["main..HEAD", "--repo", repository.path];
    expect(await pathsOf(elsewhere, { cwd: tmpdir() })).toEqual(["committed.ts"]);
  });

  test("where nothing differs, the last commit, and a note says so", async () => {
    const own = gitRepository();
    own.write("a.ts", "export const a = 1;\n");
    own.commit();
    own.write("b.ts", "export const b = 1;\n");
    own.commit();
    const { report } = await reviewAsJson(own);
    expect(report.coverage.files.map(({ path }) => path)).toEqual(["b.ts"]);
    expect(report.notes.join("\n")).toMatch(/last commit/);
    own.remove();
  });
});

describe("--diff", () => {
  test("- reads stdin, and the whole files come from the repository", async () => {
    const input = repository.git("diff", "main", "HEAD");
    const { code, report } = await reviewAsJson(repository, ["--diff", "-"], { input: `${input}\n` });
    expect(report.coverage.files).toEqual([{ path: "committed.ts", state: "full" }]);
    expect(report.change.head).toEqual({ ref: "standard input", sha: "" });
    expect(code).toBe(0);
  });

  test("- works where there is no repository, and says so", async () => {
    const folder = mkdtempSync(join(tmpdir(), "no-repository-"));
    const added = injection.trimEnd().split("\n");
    const input = `--- /dev/null\n+++ b/search.js\n@@ -0,0 +1,${added.length} @@\n+${added.join("\n+")}\n`;
    const { code, report, stderr } = await reviewAsJson(repository, ["--diff", "-"], { cwd: folder, input });
    expect(report).toMatchObject({ result: "blocked", findings: [{ severity: "P0", path: "search.js", line: 4 }] });
    expect(stderr).toMatch(/not (?:in )?a git repository/i);
    expect(code).toBe(1);
    rmSync(folder, { recursive: true });
  });

  test("FILE is read as it is", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diff-file-"));
    writeFileSync(join(folder, "change.diff"), `${repository.git("diff", "main", "HEAD")}\n`);
    expect(await pathsOf(["--diff", join(folder, "change.diff")])).toEqual(["committed.ts"]);
    rmSync(folder, { recursive: true });
  });

  test("an empty one is nothing to review, not a clean review", async () => {
    writeFileSync(join(repository.path, "..", "empty.diff"), "");
    const { code, report } = await reviewAsJson(repository, ["--diff", "../empty.diff"]);
    expect(report).toMatchObject({ result: "skipped", title: "Nothing to review: the change is empty" });
    expect(code).toBe(0);
  });
});

test("H70 a symbolic link, a submodule, a mode and a workflow are noted, even with few or no lines", async () => {
  const own = gitRepository();
  own.write("script.sh", "echo run\n");
  own.write(".github/workflows/ci.yml", "on: push\njobs: {}\n");
  const first = own.commit();
  own.git("switch", "-q", "-c", "topic");
  symlinkSync("../../outside", join(own.path, "link"));
  own.git("update-index", "--chmod=+x", "script.sh");
  own.git("update-index", "--add", "--cacheinfo", `160000,${first},inner`);
  own.write(".github/workflows/ci.yml", "on: push\npermissions: {}\njobs: {}\n");
  own.git("add", "link", ".github");
  own.git("commit", "-q", "-m", "odd");
  const { code, report } = await reviewAsJson(own, ["main..topic"]);
  for (const note of [
    "link is a symbolic link: check where it points.",
    "inner is a submodule: its commits are not part of this review.",
    "script.sh became executable.",
    ".github/workflows/ci.yml is a workflow: it runs with this repository's permissions.",
  ]) {
    expect(report.notes).toContain(note);
  }
  expect(report.coverage.files.map(({ path, state }) => [path, state])).toEqual([
    [".github/workflows/ci.yml", "full"],
    ["inner", "excluded"],
    ["link", "full"],
    ["script.sh", "full"],
  ]);
  expect(report.title).toBe("Rules only: 0 findings; 1 submodule not reviewed");
  expect(code).toBe(0);
  own.remove();
});
