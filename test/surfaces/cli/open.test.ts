import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { runCli } from "./run-cli.ts";

let repository: GitRepository;
let path = "";
let opened = "";
beforeEach(() => {
  repository = gitRepository();
  repository.write("a.js", "export const a = 1;\n");
  repository.commit();
  repository.write("a.js", "export const a = 2;\n");
  opened = join(repository.temporary, "opened");
  // Both names, so that the test runs on Linux and on macOS.
  const record = `printf '%s\\n' "$#" "$1" "$PWD" "[$ANTHROPIC_API_KEY]" > "${opened}.new" && mv "${opened}.new" "${opened}"`;
  path = `${dirname(repository.script("xdg-open", record))}:${repository.env.PATH}`;
  repository.script("open", record);
});
afterEach(() => repository.remove());

function review(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runCli(repository, ["review", ...args], { env: { PATH: path, ...env } });
}

async function openedWith(): Promise<string[]> {
  await expect.poll(() => existsSync(opened)).toBe(true);
  return readFileSync(opened, "utf8").trimEnd().split("\n");
}

test("--open opens the page of --out by its full path, without our keys and outside of the repository", async () => {
  const args = ["--format", "html", "--out=-a b;$(id).html", "--open", "--no-report"];
  const { code, stdout } = await review(args, { ANTHROPIC_API_KEY: "your-key" });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(await openedWith()).toEqual(["1", join(repository.path, "-a b;$(id).html"), "/", "[]"]);
  expect(repository.read("-a b;$(id).html")).toContain("<!doctype html>");
});

test("without --out the page is kept in .debate and stdout stays empty", async () => {
  const { code, stdout } = await review(["--format", "html", "--open"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  const [page = ""] = readdirSync(join(repository.path, ".debate")).filter((name) => name.endsWith(".html"));
  expect(await openedWith()).toEqual(["1", join(repository.path, ".debate", page), "/", "[]"]);
  expect(repository.git("status", "--short")).toBe(" M a.js");
});

test.each([
  ["in CI", ["--format", "html", "--open"], { CI: "true" }, "the variable CI is set"],
  ["with another format", ["--open"], {}, "the format is text"],
  ["with no file to keep", ["--format", "html", "--open", "--no-report"], {}, "--no-report keeps none"],
  ["with --estimate", ["--format", "html", "--open", "--estimate"], {}, "--estimate makes none"],
])("--open is refused %s, before anything is reviewed", async (_what, args, env, sentence) => {
  const { code, stdout, stderr } = await review(args, env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain("Reading the change");
  expect(existsSync(join(repository.path, ".debate"))).toBe(false);
  expect(existsSync(opened)).toBe(false);
});

test("an opener that does not start leaves the result as it is, and says where the page is", async () => {
  // Executable, but its interpreter is missing.
  for (const name of ["xdg-open", "open"]) writeFileSync(repository.script(name, ""), "#!/nowhere\n");
  const { code, stderr } = await review(["--format", "html", "--open"]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^The page is in .*\.debate.*\.html\. It could not be opened: .+$/m);
});
