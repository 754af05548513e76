import { describe, expect, test } from "vitest";
import { fakeSecrets } from "../../support/fake-secrets.ts";
import { aTopic, reviewOffline } from "../../support/local-review.ts";
import { injection } from "../../surfaces/cli/run-cli.ts";

const clean = "export const one = 1;\n";
const minified = `${"a();".repeat(2_000)}\n`;
const dangerousMinified = `${injection}${minified}`;
const marking = "gen/** linguist-generated\n";
const leftOut = "searched for secrets only";

describe("generated files", () => {
  test("a new minified file beside clean code is named in the title, complete and neutral", async () => {
    const repository = aTopic({}, { "public/app.min.js": minified, "src/one.js": clean });
    const report = await reviewOffline(repository);
    expect(report).toMatchObject({ result: "clean", conclusion: "neutral", coverage: { complete: true } });
    expect(report.title).toBe("Rules only: 0 findings; 1 generated file not reviewed");
    expect(report.notes.join()).toContain("public/app.min.js (new)");
  });

  test("one that is in the base is skipped by the rules with a note, but not named in the title", async () => {
    const repository = aTopic(
      { "dist/app.js": "old();\n", ".github/pr-debate.yml": "version: 1\nreview: { rules-only: success }\n" },
      { "dist/app.js": dangerousMinified, "src/one.js": clean },
    );
    const report = await reviewOffline(repository);
    expect(report).toMatchObject({
      result: "clean",
      conclusion: "success",
      title: "Rules only: 0 findings",
      findings: [],
    });
    expect(report.coverage).toMatchObject({ complete: true, files: [{ path: "dist/app.js", state: "full" }, {}] });
    expect(report.coverage.files[0]?.reason).toBe(`generated: ${leftOut}`);
    expect(report.notes.join()).toContain("left out of rules and models, and only searched for secrets: dist/app.js.");
  });

  test("is still searched for secrets", async () => {
    const secret = fakeSecrets.find(({ kind }) => kind === "AWS access key");
    const lines = `old();\n${secret?.line}\n`;
    const report = await reviewOffline(aTopic({ "dist/app.js": "old();\n" }, { "dist/app.js": lines }));
    expect(report).toMatchObject({ result: "blocked", findings: [{ severity: "P0", path: "dist/app.js", line: 2 }] });
  });

  test("skips what the attributes of the base mark, and names a new file among it", async () => {
    const repository = aTopic(
      { ".gitattributes": marking, "gen/client.js": "old();\n" },
      { "gen/client.js": dangerousMinified, "gen/server.js": dangerousMinified },
    );
    const report = await reviewOffline(repository);
    expect(report).toMatchObject({ result: "clean", conclusion: "neutral", coverage: { complete: true } });
    expect(report.title).toContain("1 generated file not reviewed");
    expect(report.notes.join()).toContain("gen/client.js, gen/server.js (new)");
  });

  test("attributes that only the head has hide nothing", async () => {
    const repository = aTopic(
      { "gen/client.js": "old();\n" },
      { ".gitattributes": `${marking}*.js linguist-generated\n`, "gen/client.js": injection },
    );
    const report = await reviewOffline(repository);
    expect(report).toMatchObject({ result: "blocked", findings: [{ path: "gen/client.js" }] });
  });

  test("reads a file that the base marks as not generated", async () => {
    const repository = aTopic(
      { ".gitattributes": "dist/** -linguist-generated\n", "dist/app.js": "old();\n" },
      { "dist/app.js": injection },
    );
    expect(await reviewOffline(repository)).toMatchObject({ result: "blocked" });
  });

  test("counts all text as new when a file moves from a marked path to an unmarked one", async () => {
    const repository = aTopic({ ".gitattributes": marking, "gen/client.js": injection }, {});
    repository.git("mv", "gen/client.js", "client.js");
    repository.commit("move");
    expect(await reviewOffline(repository)).toMatchObject({
      result: "blocked",
      findings: [{ path: "client.js" }],
    });
  });
});

describe("dense lines in source files", () => {
  test("with rules alone the file is partial, its other lines are searched, and the line is named", async () => {
    const report = await reviewOffline(aTopic({}, { "search.js": dangerousMinified }));
    expect(report.result).toBe("blocked");
    const [file] = report.coverage.files;
    expect(file).toMatchObject({ path: "search.js", state: "partial" });
    expect(file?.reason).toContain("did not search line 7, which has 8000 characters");
  });

  test("code that the head makes dense does not pass", async () => {
    const dense = `${injection.replaceAll("\n", " ")}${minified}`;
    const repository = aTopic({ "search.js": injection }, { "search.js": dense, "b.js": clean });
    const report = await reviewOffline(repository);
    expect(report).toMatchObject({ result: "inconclusive", conclusion: "failure", coverage: { complete: false } });
    expect(report.notes.join()).toContain("search.js: rules did not search line 1");
  });
});
