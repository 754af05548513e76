import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { json } from "../../../src/report/json.ts";
import { aTopic } from "../../support/local-review.ts";
import { anItem, memoryFile } from "../../support/memory.ts";
import { aFinding, aReview } from "../../support/review-builder.ts";
import { runCli } from "../../surfaces/cli/run-cli.ts";

const file = ".github/pr-debate/memory.yml";
const dismissed = aFinding({
  severity: "P1",
  category: "resource",
  title: "The connection pool is never closed",
  path: "src/db.js",
  raisedBy: ["one"],
  status: "dismissed",
  eliminatedAt: "policy",
  eliminatedBecause: "dismissed as a false positive by @max: It closes itself.",
});
const kept = json(aReview({ findings: [], eliminated: [dismissed] }), { version: "0" });

/** A repository with one kept review. */
function withReview(base: Readonly<Record<string, string>> = {}) {
  const repository = aTopic({ "src/db.js": "run();\n", ...base }, {});
  mkdirSync(join(repository.path, ".debate"));
  writeFileSync(join(repository.path, ".debate/review-2026-01-01T00-00-00-000Z.json"), kept);
  return repository;
}

test("suggest reads the kept reviews and writes nothing without --write", async () => {
  const repository = withReview();
  const { code, stdout } = await runCli(repository, ["memory", "suggest"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("reason: It closes itself.")]);
  expect(repository.git("status", "--porcelain", "--", ".github")).toBe("");
  const again = await runCli(repository, ["memory", "suggest", "--write"]);
  expect(again.stderr).toContain(`Added 1 item to ${file}`);
  expect(readFileSync(join(repository.path, file), "utf8")).toContain("the-connection-pool-is-never-closed");
  const third = await runCli(repository, ["memory", "suggest", "--write"]);
  expect([third.stdout, third.stderr]).toEqual([
    expect.stringContaining("the item the-connection-pool-is-never-closed covers it"),
    "Nothing was written: there is no candidate.\n",
  ]);
});

test("stats counts the kept reviews, as text and as JSON", async () => {
  const repository = withReview();
  const { code, stdout } = await runCli(repository, ["stats"]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^1 finding from 1 review\n\nSeat +Raised +Fixed[\s\S]*^one +1 +0 +1 /m),
  ]);
  const data = await runCli(repository, ["stats", "--format", "json"]);
  expect(JSON.parse(data.stdout)).toMatchObject({
    version: 1,
    kind: "stats",
    seats: [{ name: "one", raised: 1, counts: { "false-positive": 1 }, useful: 0 }],
  });
  const nothing = await runCli(aTopic({}, {}), ["stats"]);
  expect(nothing.stdout).toBe("No finding is kept here, so there is nothing to count.\n");
});

test("a link in place of the file is not read, and none is written through", async () => {
  const repository = withReview({ "elsewhere/memory.yml": memoryFile(anItem()) });
  mkdirSync(join(repository.path, ".github"));
  symlinkSync("../elsewhere", join(repository.path, ".github/pr-debate"));
  const through = await runCli(repository, ["memory", "suggest", "--write"]);
  expect([through.code, through.stderr]).toEqual([2, expect.stringContaining("a folder in its path is a link")]);
  expect(repository.read("elsewhere/memory.yml")).toBe(memoryFile(anItem()));

  const linked = aTopic({ "elsewhere/memory.yml": memoryFile(anItem()) }, {});
  mkdirSync(join(linked.path, ".github/pr-debate"), { recursive: true });
  symlinkSync("../../elsewhere/memory.yml", join(linked.path, file));
  linked.commit("a link");
  linked.git("branch", "-f", "main", "topic");
  linked.write("src/db.js", "more();\n");
  const { code, stderr } = await runCli(linked, ["memory", "list"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is not a text file")]);
});

test("D4 right after its commit on the default branch the memory of HEAD is listed", async () => {
  const repository = aTopic({ "src/db.js": "run();\n" }, {});
  repository.git("checkout", "-q", "main");
  mkdirSync(join(repository.path, ".github/pr-debate"), { recursive: true });
  writeFileSync(join(repository.path, file), memoryFile(anItem()));
  repository.commit("remember");
  const { code, stdout, stderr } = await runCli(repository, ["memory", "list"]);
  expect([code, stderr, stdout]).toEqual([0, "", expect.stringContaining("1 item, 0 expired")]);
  expect(stdout).toContain("There is no change here, so no item is related.");
});
