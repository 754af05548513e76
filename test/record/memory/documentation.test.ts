import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseMemory } from "../../../src/record/memory/read-memory.ts";
import { parseSettings } from "../../../src/settings/settings.ts";
import { aTopic } from "../../support/local-review.ts";
import { runCli } from "../../surfaces/cli/run-cli.ts";

const page = readFileSync("docs/memory.md", "utf8");
const blockOf = (name: string): string =>
  new RegExp(`<!-- ${name}:start -->\n\`\`\`\\w+\n([\\s\\S]*?)\`\`\`\n<!-- ${name}:end -->`).exec(page)?.[1] ?? "";

test("the documented file and the documented list are real", async () => {
  const file = blockOf("memory-file");
  expect(parseMemory(file, "docs/memory.md").map(({ id }) => id)).toEqual(["pool-closes-itself", "sqlite-for-now"]);
  const repository = aTopic({ ".github/pr-debate/memory.yml": file }, { "src/db/pool.js": "open();\n" });
  const { code, stdout } = await runCli(repository, ["memory", "list"]);
  const { stdout: data } = await runCli(repository, ["memory", "list", "--format", "json"]);
  expect([code, stdout]).toEqual([0, blockOf("memory-list")]);
  expect(JSON.parse(data)).toMatchObject({
    kind: "memory",
    items: [
      { id: "pool-closes-itself", expired: false, related: ["src/db/pool.js"] },
      { id: "sqlite-for-now", expired: true },
    ],
  });
});

test("the documented setting weighs votes", () => {
  const parsed = parseSettings(blockOf("weigh-votes"), { source: "docs/memory.md", vendors: [] });
  expect(parsed).toMatchObject({ ok: true, settings: { debate: { weighVotes: true } } });
});
