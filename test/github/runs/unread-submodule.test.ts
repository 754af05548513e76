import { expect, test } from "vitest";
import type { Review } from "../../../src/domain/review.ts";
import { reviewOnGitHub } from "../../../src/github/runs/pull-request.ts";
import { reports } from "../../../src/report/index.ts";
import type { Files } from "../../support/github-server/world.ts";
import { runRequest } from "../../support/run-request.ts";
import { startScenario } from "../../support/scenario.ts";

const [old, now] = ["1".repeat(40), "2".repeat(40)];
const modules = (url: string, path = "lib/core") => `[submodule "core"]\n\tpath = ${path}\n\turl = ${url}\n`;

interface Summed {
  readonly review: Review;
  readonly summary: string;
}

async function review(base: Files, head: Files, settings = ""): Promise<Summed> {
  const pointer = (commit: string): Files => ({ "lib/core": `Subproject commit ${commit}` });
  const modes = { "lib/core": "160000" };
  const own: Files = settings === "" ? {} : { ".github/pr-debate.yml": settings };
  const scenario = await startScenario({
    base: { ...own, ...base, ...pointer(old) },
    head: { ...own, ...base, ...head, ...pointer(now) },
    modes: { base: modes, head: modes },
  });
  const request = runRequest(scenario);
  const github = { ...request.github, webUrl: "https://github.com" };
  const { review: made } = await reviewOnGitHub({ ...request, github }, new AbortController().signal);
  const summary = scenario.github.world.issueComments.map(({ body }) => body).join("\n");
  await scenario.close();
  return { review: made, summary };
}

const compare = `https://github.com/acme/core/compare/${old}...${now}`;

test.each([
  ["https://github.com/acme/core.git", compare],
  ["https://someone@github.com/acme/core", compare],
  ["git@github.com:acme/core.git", compare],
  ["ssh://git@github.com/acme/core.git", compare],
  ["../../acme/core.git", compare],
  ["../core", `https://github.com/octo/core/compare/${old}...${now}`],
  ["https://example.org/acme/core.git", null],
  ["https://github.com.example.org/acme/core", null],
  ["javascript:alert(1)//github.com/a/b", null],
  ["https://github.com/acme/core/../../x)[y](z", null],
])("a submodule of %s leads to its comparison, if that is on GitHub", async (url, link) => {
  const { review: made } = await review(
    { ".gitmodules": modules(url) },
    { ".gitmodules": modules("https://github.com/evil/x") },
  );
  const said = `from commit ${old} to ${now}`;
  expect(made).toMatchObject({ title: "Rules only: 0 findings; 1 submodule not reviewed", conclusion: "neutral" });
  expect(made.unreadable).toEqual([
    { path: "lib/core", what: "submodule", detail: link === null ? said : `${said}, ${link}` },
  ]);
});

test("every face names it, with the link where a face has links", async () => {
  const { review: made, summary } = await review({ ".gitmodules": modules("https://github.com/acme/core") }, {});
  const options = { version: "0", secrets: [] };
  expect(made).toMatchObject({
    ...{ result: "clean", conclusion: "neutral" },
    title: "Rules only: 0 findings; 1 submodule not reviewed",
  });
  for (const written of [summary, reports.markdown(made, options)]) {
    expect(written).toContain("Not reviewed: 1 file that no seat can read");
    expect(written).toContain(`([compare](${compare}))`);
  }
  expect(reports.html(made, options)).toContain(`<a href="${compare}">compare</a>`);
  for (const name of ["text", "sarif", "agent", "json", "ndjson"] as const) {
    const written = reports[name](made, { ...options, width: 400 });
    for (const part of ["lib/core", old, now]) expect(written).toContain(part);
  }
});

test("settings of the base can make it fail; those of the head cannot", async () => {
  const fail = "review: { unreadable: fail, on-inconclusive: neutral }\n";
  const strict = await review({}, { "a.ts": "export {};\n" }, fail);
  expect(strict.review).toMatchObject({
    ...{ result: "inconclusive", conclusion: "failure" },
    title: expect.stringContaining("1 submodule not reviewed"),
  });
  const loose = await review({}, { ".github/pr-debate.yml": fail });
  expect(loose.review).toMatchObject({ conclusion: "neutral" });
});

test.each([".github/pr-debate.yaml", ".pr-debate.yml", ".github/pr_debate.yml"])(
  "settings in %s stop the review with one sentence, also beside the right file",
  async (stray) => {
    for (const settings of ["", "review: { block-on: P1 }\n"]) {
      const { review: made } = await review({ [stray]: "review: { block-on: P1 }\n" }, {}, settings);
      expect(made).toMatchObject({
        ...{ result: "inconclusive", conclusion: "failure" },
        title: expect.stringContaining(`${stray} is not read; move it to .github/pr-debate.yml`),
      });
    }
  },
);

test("a change that brings such a file is told so", async () => {
  const { review: made } = await review({}, { ".github/pr-debate.yaml": "version: 1\n" });
  expect(made.notes.join("\n")).toContain(".github/pr-debate.yaml is not read");
});
