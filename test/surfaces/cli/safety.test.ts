import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { injection, reviewAsJson } from "./run-cli.ts";

let repository: GitRepository;
beforeEach(() => {
  repository = gitRepository();
});
afterEach(() => repository.remove());

test("H83 nothing that a repository holds or configures is executed or loaded", async () => {
  const canary = join(repository.path, "..", "canary");
  const program = repository.script("program", `echo "$0 $*" >> "${canary}"; cat`);
  const code = `require("node:fs").writeFileSync(${JSON.stringify(canary)}, "loaded")`;
  const module = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(canary)}, "loaded");`;
  repository.write("a.js", "export const a = 1;\n");
  repository.write(".gitattributes", "*.js filter=evil diff=evil merge=evil\n");
  repository.commit();
  repository.git("switch", "-q", "-c", "topic");
  const files = {
    "package.json": JSON.stringify({
      name: "x",
      main: "index.cjs",
      scripts: { prepare: program, preinstall: program },
    }),
    ".npmrc": `script-shell=${program}\nnode-options=--require=${join(repository.path, "index.cjs")}\n`,
    ".env": `NODE_OPTIONS=--require=${join(repository.path, "index.cjs")}\n`,
    "index.cjs": code,
    "node_modules/yaml/index.js": code,
    "node_modules/yaml/package.json": '{"name":"yaml","main":"index.js"}',
    "node_modules/.bin/git": `#!/bin/sh\n${program}\n`,
    git: `#!/bin/sh\n${program}\n`,
    "vitest.config.ts": module,
    "pr-debate.config.js": module,
    ".github/pr-debate/rules/load.js": module,
    ".mcp.json": JSON.stringify({ mcpServers: { x: { command: program } } }),
    "CLAUDE.md": `!${program}\n`,
    ".rubocop.yml": `require: ${program}\n`,
    "search.js": injection,
  };
  for (const [path, text] of Object.entries(files)) repository.write(path, text);
  for (const path of ["git", "node_modules/.bin/git"]) chmodSync(join(repository.path, path), 0o755);
  repository.commit();
  repository.write("a.js", "export const a = 2;\n");
  const programs = ["core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "diff.external", "gpg.program"];
  const drivers = [
    "diff.evil.textconv",
    "diff.evil.command",
    "filter.evil.clean",
    "filter.evil.smudge",
    "filter.evil.process",
  ];
  for (const key of [...programs, ...drivers]) repository.git("config", key, program);
  for (const alias of ["diff", "rev-parse", "cat-file"]) repository.git("config", `alias.${alias}`, `!${program}`);
  for (const hook of ["post-index-change", "pre-commit", "reference-transaction", "fsmonitor-watchman"]) {
    repository.write(`.git/hooks/${hook}`, readFileSync(program));
    chmodSync(join(repository.path, ".git/hooks", hook), 0o755);
  }
  for (const args of [["--staged"], []]) {
    const { report } = await reviewAsJson(repository, args);
    expect(existsSync(canary), args.join(" ")).toBe(false);
    if (args.length === 0) expect(report.findings.map(({ path }) => path)).toContain("search.js");
  }
  // The trap works: git itself runs it.
  repository.git("diff");
  expect(existsSync(canary)).toBe(true);
});
