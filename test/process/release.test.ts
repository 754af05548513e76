import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { type GitRepository, gitRepository } from "../support/git-repository.ts";

const Step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
});
const Job = z.object({
  needs: z.array(z.string()).optional(),
  if: z.string().optional(),
  permissions: z.record(z.string(), z.string()).optional(),
  steps: z.array(Step),
});
const Workflow = z.object({
  on: z.object({ push: z.object({ tags: z.array(z.string()) }) }).strict(),
  permissions: z.record(z.string(), z.string()),
  jobs: z.object({ check: Job, publish: Job, release: Job }).strict(),
});
const { on, permissions, jobs } = Workflow.parse(parse(readFileSync(".github/workflows/release.yml", "utf8")));
const { check, publish, release } = jobs;

test("a release starts from a version tag only, and each job needs the one before it", () => {
  expect(on.push.tags).toEqual(["v[0-9]+.[0-9]+.[0-9]+"]);
  expect([check, publish, release].map(({ needs }) => needs)).toEqual([undefined, ["check"], ["publish"]]);
  expect([check, publish, release].map((job) => job.if)).toEqual([undefined, undefined, undefined]);
});

test("only the job that publishes has the identity for it, and it runs no other code", () => {
  expect(permissions).toEqual({ contents: "read" });
  expect(check.permissions).toBeUndefined();
  expect(publish.permissions).toEqual({ contents: "read", "id-token": "write" });
  expect(release.permissions).toEqual({ contents: "write" });
  expect(publish.steps.flatMap(({ run }) => run ?? [])).toEqual([
    "npm publish --ignore-scripts --provenance --access public",
  ]);
  const text = readFileSync(".github/workflows/release.yml", "utf8");
  expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN|secrets\./);
});

test("a release needs everything that CI runs, and the checks of the package for which nothing is installed", () => {
  expect(check.steps.map(({ run }) => run).slice(-2)).toEqual(["./.ci/run", "npm run check-release"]);
});

test("provenance names this repository", () => {
  expect(packageJson.repository.url).toBe("git+https://github.com/pr-debate/pr-debate.git");
});

test("no checkout leaves its token behind", () => {
  const checkouts = [check, publish, release].flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.startsWith("actions/checkout@")),
  );
  expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual([false, false, false]);
});

describe("the steps", () => {
  let repository: GitRepository;
  let calls = "";
  beforeEach(() => {
    repository = gitRepository();
    calls = join(repository.temporary, "calls");
    repository.write("package.json", '{ "version": "1.2.0" }');
    repository.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.2.0]\n\n- Two\n\n## [1.1.0]\n\n- One\n");
    repository.commit();
    repository.git("update-ref", "refs/remotes/origin/main", "HEAD");
  });
  afterEach(() => repository.remove());

  function run(steps: readonly z.infer<typeof Step>[], start: string, tag: string, gh = "") {
    const script = steps.find(({ name }) => name?.startsWith(start))?.run ?? "exit 99";
    const program = repository.script("gh", `printf '%s ' "$@" >> "${calls}"; echo >> "${calls}"\n${gh}`);
    const env = {
      ...repository.env,
      ...{ PATH: `${join(program, "..")}:${repository.env.PATH}`, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: "o/r" },
      GITHUB_SHA: repository.git("rev-parse", "HEAD"),
    };
    return spawnSync("bash", ["-e", "-c", script], { cwd: repository.path, env, encoding: "utf8" });
  }

  const called = (): string => (existsSync(calls) ? readFileSync(calls, "utf8").trim() : "");

  test.each([
    ["v1.2.0", "", 0, ""],
    ["v1.3.0", "", 1, "package.json has the version 1.2.0"],
    ["v1.2.0", "other commit", 1, "v1.2.0 is not on main"],
    ["v1.2.0", "changelog", 1, "no entry for 1.2.0"],
  ])("check a tag %s (%s): %i %s", (tag, fault, status, sentence) => {
    if (fault === "other commit") repository.commit();
    if (fault === "changelog") writeFileSync(join(repository.path, "CHANGELOG.md"), "# Changelog\n");
    const result = run(check.steps, "The tag", tag);
    expect(result.status).toBe(status);
    expect(result.stdout).toContain(sentence);
  });

  test("the release has the entry of the changelog and no other", () => {
    expect(run(release.steps, "Release", "v1.2.0")).toMatchObject({ status: 0 });
    expect(called()).toBe("release create v1.2.0 --verify-tag --title v1.2.0 --notes-file notes.md");
    expect(repository.read("notes.md").trim()).toBe("- Two");
  });

  test("the major tag moves to the newest version, and not back to an older one", () => {
    for (const tag of ["v1.2.0", "v1.9.0", "v1.10.0", "v2.0.0"]) repository.git("tag", tag);
    const old = run(release.steps, "Move", "v1.9.0");
    expect(old).toMatchObject({ status: 0, stdout: "v1 stays at v1.10.0, which is newer than v1.9.0.\n" });
    expect(called()).toBe("");
    expect(run(release.steps, "Move", "v1.10.0")).toMatchObject({ status: 0 });
    const sha = repository.git("rev-parse", "HEAD");
    expect(called()).toBe(`api --silent --method PATCH repos/o/r/git/refs/tags/v1 -f sha=${sha} -F force=true`);
  });

  test("the first release of a major version makes its tag", () => {
    repository.git("tag", "v1.2.0");
    expect(run(release.steps, "Move", "v1.2.0", 'case "$*" in *PATCH*) exit 1 ;; esac')).toMatchObject({ status: 0 });
    expect(called()).toContain("--method POST repos/o/r/git/refs -f ref=refs/tags/v1 -f sha=");
  });
});
