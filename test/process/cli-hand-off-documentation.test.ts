import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { StreamLine } from "../../src/report/ndjson/ndjson.ts";
import { outcomeOf } from "../support/built-cli.ts";
import { type GitRepository, gitRepository } from "../support/git-repository.ts";
import { fenced } from "../support/readme.ts";
import { runCli } from "../surfaces/cli/run-cli.ts";

const page = readFileSync("docs/hand-off.md", "utf8");
const [file = "", program = ""] = fenced("js", page);
const commands = fenced("sh", page).map((block) => block.trim());

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
  repository.write("README.md", "# Shop\n");
  repository.commit();
  repository.write("search.js", file);
});
afterEach(() => repository.remove());

/** The program as a command, and the environment that finds it. */
function asCommand(): { script: string; env: NodeJS.ProcessEnv } {
  const script = repository.script("pr-debate", `exec "${process.execPath}" "${process.cwd()}/dist/cli.js" "$@"`);
  return { script, env: { ...repository.env, PATH: `${dirname(script)}${delimiter}${repository.env.PATH}` } };
}

test("the page has the examples that are run here", () => {
  expect(commands).toEqual(["pr-debate review --offline --format agent", "pr-debate review --watch"]);
  expect(fenced("js", page)).toHaveLength(2);
  expect(fenced("text", page)).toHaveLength(1);
});

test("docs/hand-off.md shows what --format agent prints", async () => {
  const { code, stdout } = await runCli(repository, ["review", "--format", "agent", "--no-report"]);
  expect(code).toBe(1);
  expect(fenced("text", page)).toEqual([stdout]);
});

test("the example of --watch starts, waits and ends", async () => {
  const words = (commands[1] ?? "").split(" ").slice(1);
  // As everywhere in tests: an installed CLI agent would be a seat.
  const { script, env } = asCommand();
  const child = spawn(script, [...words, "--offline"], { cwd: repository.path, env });
  const outcome = outcomeOf(child);
  child.stderr.on("data", (text: Buffer) => {
    if (text.toString().includes("Waiting for changes")) child.kill("SIGINT");
  });
  expect(await outcome).toMatchObject({ code: 1, stdout: expect.stringContaining("1 P0 finding blocks this merge") });
});

test("the example program follows a review to its end, and says so where there is none", async () => {
  const follow = async (): Promise<string> => {
    const source = `${repository.path}/../follow.mjs`;
    writeFileSync(source, program);
    const child = spawn(process.execPath, [source], { cwd: repository.path, env: asCommand().env });
    return (await outcomeOf(child)).stdout;
  };
  expect((await follow()).split("\n").slice(-3)).toEqual([
    expect.stringMatching(/^\w+ raised \d$/),
    "blocked: 1 P0 finding blocks this merge",
    "",
  ]);
  repository.write(".git/HEAD", "nonsense\n");
  expect(await follow()).toMatch(/^no review: .*\n$/);
});

test("the table of docs/interfaces.md names each line of the stream with its fields", () => {
  const text = readFileSync("docs/interfaces.md", "utf8");
  const [, section = ""] = /^## The stream of events\n(?<section>[\s\S]*?)^## /m.exec(text) ?? [];
  const rows = [...section.matchAll(/^\| `(?<type>[a-z-]+)` \| `(?<fields>[^`]*)` \|/gm)];
  const documented = rows.map((row) => [row.groups?.["type"], row.groups?.["fields"]?.replaceAll("\\|", "|")]);
  const defined = StreamLine.options.map(({ shape }) => {
    const { type, ...fields } = z.record(z.string(), z.instanceof(z.ZodType)).parse(shape);
    const names = Object.entries(fields).map(([name, schema]) => {
      return `${name}${schema.safeParse(undefined).success ? "?" : ""}${schema.safeParse(null).success ? "|null" : ""}`;
    });
    return [type instanceof z.ZodLiteral ? type.value : "", names.join(" ")];
  });
  expect(new Map(documented.map(([type, fields]) => [type, fields]))).toEqual(
    new Map(defined.map(([type, fields]) => [type, fields])),
  );
});
