import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readingTools } from "../../../src/domain/known-names.ts";
import { problemOfFit } from "../../../src/panel/choosing/fits.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { fenced } from "../../support/readme.ts";
import { runCli } from "./run-cli.ts";

const page = readFileSync("docs/personas.md", "utf8");
const [persona = ""] = fenced("markdown", page);
const [settings = ""] = fenced("yaml", page);

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
  repository.write(".github/pr-debate/personas/ledger.md", persona);
  repository.write(".github/pr-debate.yml", settings);
  repository.commit();
});
afterEach(() => repository.remove());

test("the example persona and the example settings are valid together", async () => {
  const { code, stdout } = await runCli(repository, ["config", "check"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining(".github/pr-debate.yml is valid.")]);
});

test("the example persona is seated by the change that the page names, and by its name", async () => {
  repository.write("src/ledger/post.ts", "export const posted = 1;\n");
  const keys = { ANTHROPIC_API_KEY: "your-key", OPENAI_API_KEY: "your-key" };
  const seats = "a=anthropic:m,b=openai:m,c=openai:m";
  const fitting = await runCli(repository, ["personas"], { env: { ...keys, PR_DEBATE_SEATS: seats } });
  expect(fitting.stdout).toContain('  - c (openai:m) as ledger: the change touches "src/ledger/post.ts"');
  const [entry = ""] = /claude=anthropic:[a-z0-9-]+@ledger/.exec(page) ?? [];
  const named = await runCli(repository, ["personas"], { env: { ...keys, PR_DEBATE_SEATS: entry } });
  expect(named.stdout).toContain("as ledger: the list of seats names it");
});

test("the page names each tool and each kind of change", () => {
  for (const name of readingTools) expect(page).toContain(`\`${name}\``);
  const kinds = /The kinds are (?<kinds>[\s\S]*?)\. Without/.exec(page)?.groups?.["kinds"] ?? "";
  const named = [...kinds.matchAll(/`(?<kind>[^`]+)`/g)].map(({ groups }) => groups?.["kind"] ?? "");
  expect(named).toHaveLength(6);
  expect(named.flatMap((kind) => problemOfFit(kind) ?? [])).toEqual([]);
  const refused = problemOfFit("no such kind") ?? "";
  for (const kind of named) expect(refused).toContain(kind);
});
