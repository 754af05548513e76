import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { gitRepository } from "../../support/git-repository.ts";
import { runCli } from "./run-cli.ts";

const Written = z.object({
  title: z.string(),
  conclusion: z.string(),
  unreadable: z.array(z.object({ path: z.string(), what: z.string(), detail: z.string() })),
});

test("a commit with a submodule, a pointer of Git LFS, a sheet, WebAssembly and UTF-16", async () => {
  const repository = gitRepository();
  onTestFinished(() => repository.remove());
  const [old, now] = ["1".repeat(40), "2".repeat(40)];
  const point = (commit: string) => repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},lib/core`);
  repository.write(".gitmodules", '[submodule "core"]\n\tpath = lib/core\n\turl = git@github.com:acme/core.git\n');
  repository.git("add", "-A");
  point(old);
  repository.git("commit", "-qm", "base");
  repository.write("model.bin", `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 77\n`);
  repository.write("docs/plan.xlsx", Buffer.from("PK\0\u0001"));
  repository.write("run.wasm", Buffer.from("\0asm"));
  repository.write("script.js", Buffer.from("\ufeffexport const a = 1;\n", "utf16le"));
  repository.git("add", "model.bin", "docs", "run.wasm", "script.js");
  point(now);
  repository.git("commit", "-qm", "change");
  const { stdout, code } = await runCli(repository, ["review", "HEAD~1..HEAD", "--format", "json", "--no-report"]);
  expect(code).toBe(0);
  expect(Written.parse(JSON.parse(stdout))).toEqual({
    title: "Rules only: 0 findings; 1 submodule, 1 LFS file, 2 binary files not reviewed",
    conclusion: "neutral",
    unreadable: [
      { path: "docs/plan.xlsx", what: "binary", detail: "4 bytes" },
      {
        path: "lib/core",
        what: "submodule",
        detail: `from commit ${old} to ${now}, https://github.com/acme/core/compare/${old}...${now}`,
      },
      { path: "model.bin", what: "lfs", detail: "points to a file of 77 bytes" },
      { path: "run.wasm", what: "binary", detail: "4 bytes" },
    ],
  });
});
