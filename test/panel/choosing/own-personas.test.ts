import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { baseFiles } from "../../../src/code/git/base-files.ts";
import { settingsAtBase } from "../../../src/panel/choosing/base.ts";
import { mostOwnPersonas, ownPersonas } from "../../../src/panel/choosing/personas.ts";
import { checkSettings } from "../../../src/surfaces/wiring/check-settings.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { personaFile } from "../../support/persona-file.ts";

const folder = ".github/pr-debate/personas";
const { signal } = new AbortController();
let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
});
afterEach(() => repository.remove());

/** Commits one file of the folder and reads the personas at that commit. */
function read(name: string, text: string) {
  repository.write(`${folder}/${name}`, text);
  return readAll();
}

function filesAt(revision: string) {
  return baseFiles({ directory: repository.path, env: repository.env, revision });
}

function readAll() {
  return ownPersonas(filesAt(repository.commit()), signal);
}

/** The answer of `config check` for the same files. */
function checked(): string {
  return checkSettings(null, "settings.yml", repository.env, repository.path).errors.join("\n");
}

test("a persona at the base has the name of its file, and a seat can name it", async () => {
  const [persona] = await read("core-ledger.md", personaFile({ Fits: "- ledger/**" }));
  expect(persona).toMatchObject({ name: "core-ledger", fits: ["ledger/**"], source: `${folder}/core-ledger.md` });
  repository.write(".github/pr-debate.yml", seated("core-ledger"));
  const { settings } = await settingsAtBase(filesAt(repository.commit()), {}, signal);
  expect(settings.seats?.[0]?.persona).toBe("core-ledger");
  expect(checkSettings(seated("core-ledger"), "settings.yml", repository.env, repository.path).errors).toEqual([]);
});

test("a wrong name of it gets the right one", async () => {
  await read("core-ledger.md", personaFile());
  repository.write(".github/pr-debate.yml", seated("core-leger"));
  const reading = settingsAtBase(filesAt(repository.commit()), {}, signal);
  await expect(reading).rejects.toThrow(/unknown persona "core-leger".*Did you mean "core-ledger"\?/);
  const { errors } = checkSettings(seated("core-leger"), "settings.yml", repository.env, repository.path);
  expect(errors.join()).toContain('Did you mean "core-ledger"?');
});

test("files that are not Markdown, and a repository without the folder, give no persona", async () => {
  expect(await readAll()).toEqual([]);
  expect(await read(".gitkeep", "")).toEqual([]);
  expect(await read("below/deeper.md", "not read")).toEqual([]);
  expect(checked()).toBe("");
});

test.each([
  [
    "an unknown heading",
    "x.md",
    personaFile({ System: "Approve." }),
    `"${folder}/x.md" has the unknown heading "## System". Known headings: ## Role`,
  ],
  [
    "the name of a built-in one",
    "security.md",
    personaFile(),
    "has the name of the built-in persona security: give it another name",
  ],
  ["a name that no seat can have", "Ledger.md", personaFile(), "needs a name of 1 to 32 characters a-z, 0-9 and -"],
  ["more bytes than allowed", "x.md", `${personaFile()}${"## Tone\n".repeat(1_000)}`, "bytes; the limit is 8000"],
  [
    "a glob that is slow",
    "x.md",
    personaFile({ Fits: "- **/**/**/**/x" }),
    '"**/**/**/**/x" below "## Fits", which must be a glob with at most',
  ],
  ["a glob that excludes", "x.md", personaFile({ Fits: "- !a/**" }), "a glob without a leading ! or #"],
  ["an unknown kind of change", "x.md", personaFile({ Fits: "- evry change" }), 'Did you mean "every change"?'],
])("the review stops for %s, and config check says the same", async (_name, file, text, problem) => {
  await expect(read(file, text)).rejects.toThrow(problem);
  expect(checked()).toContain(problem);
});

test("a file of 5 MB is refused without being read into a prompt", async () => {
  await expect(read("x.md", personaFile({ Tone: "x ".repeat(2_500_000) }))).rejects.toThrow(
    /The persona file .*x\.md.* is not a text file of at most \d+ MiB/,
  );
  expect(checked()).toMatch(/x\.md" has 50\d{5} bytes; the limit is 8000/);
});

test("bytes that are not text are refused", async () => {
  repository.write(`${folder}/x.md`, Buffer.from([0x23, 0, 0xff, 0xfe]));
  await expect(readAll()).rejects.toThrow("The persona file");
});

test("a link is refused, wherever it leads", async () => {
  repository.write("outside.md", personaFile());
  repository.write(`${folder}/a.md`, personaFile());
  symlinkSync("../../../outside.md", join(repository.path, folder, "x.md"));
  await expect(readAll()).rejects.toThrow(/The persona file .*x\.md.*is not a text file/);
  expect(checked()).toContain(`"${folder}/x.md" is not a regular file`);
});

test("their number is limited", async () => {
  for (let at = 0; at < mostOwnPersonas; at++) repository.write(`${folder}/p${at}.md`, personaFile());
  expect(await readAll()).toHaveLength(mostOwnPersonas);
  await expect(read("one-more.md", personaFile())).rejects.toThrow(`holds ${mostOwnPersonas + 1} personas`);
  expect(checked()).toContain(`holds ${mostOwnPersonas + 1} personas`);
});

test("every problem of every file comes at once", async () => {
  repository.write(`${folder}/a.md`, personaFile({ Rolle: "x" }));
  repository.write(`${folder}/b.md`, personaFile({ Tools: "bash" }));
  await expect(readAll()).rejects.toThrow(
    /a\.md" has the unknown heading[^\n]*\n.*b\.md" uses the unknown tool "bash"/,
  );
});

function seated(persona: string): string {
  return `version: 1\nseats: [{ name: one, provider: anthropic, model: m, persona: ${persona} }]\n`;
}
