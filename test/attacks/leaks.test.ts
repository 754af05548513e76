import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { commandAgent } from "../support/command-agent.ts";
import { fakeSecrets, keyBlock, placedSecrets } from "../support/fake-secrets.ts";
import { leakOf, ownForms } from "../support/own-forms.ts";
import { attackedRepository, debateRun, keys, type Model, planted, proposing } from "./debate-run.ts";

const path = "src/config.rb";
const secrets = [...fakeSecrets, ...placedSecrets];
const values = [...secrets.map(({ value }) => value), ...keyBlock.lines.map((line) => line.slice(0, 40))];
const block = [keyBlock.head, ...keyBlock.lines, keyBlock.foot].join("\n");

/** The line of the batch that holds the n-th secret, as the model sees it. */
function shownLine(batch: string, call: string): string {
  const line = batch.split("\n").find((one) => one.includes(call) && one.includes("‹masked: ")) ?? "";
  return line.slice(line.indexOf(call));
}

function writeSecrets(repository: ReturnType<typeof attackedRepository>): void {
  repository.write(path, `${secrets.map(({ line }) => line).join("\n")}\n${block}\nown("${keys.openai}")\n`);
  repository.commit("settings");
}

/** Says again what it sees, and forms of our own key, wherever it can say something. */
const telling: Model = {
  propose: ({ batch }) =>
    proposing(planted, {
      ...{ severity: "P1", category: "correctness", path, quote: shownLine(batch, "deploy --token") },
      ...{
        title: `Takes ${secrets[0]?.value} and ${ownForms(keys.anthropic)[3]}`,
        fix: secrets.map(({ line }) => line).join("\n"),
      },
      ...{ detail: `${ownForms(keys.anthropic).join("\nand ")}\n${secrets.map(({ line }) => line).join("\n")}` },
    }),
  ballot: ({ items }) => ({
    votes: items.map(({ id }) => ({
      id,
      verdict: "agree",
      reason: `so ${ownForms(keys.openai).join(" ")}`,
      evidence: [],
    })),
    missed: [],
  }),
};

test.each([
  ["honest", [], {}],
  ["telling all they see", ["text", "markdown", "html", "sarif"], { ada: telling, bob: telling, cyd: telling }],
])(
  "H75 H77 no secret leaves in a prompt, a report, a log or on the terminal: seats %s",
  async (_, formats, models) => {
    const repository = attackedRepository();
    try {
      writeSecrets(repository);
      const first = await debateRun(repository, { models, args: ["main..HEAD"] });
      expect(first.calls.length).toBeGreaterThan(3);
      for (const { body } of first.calls) {
        const sent = JSON.stringify(body);
        expect(values.filter((value) => sent.includes(JSON.stringify(value).slice(1, -1)))).toEqual([]);
        expect(sent).not.toContain(keys.openai);
      }
      expect(first.calls.some(({ batch }) => batch.includes(planted.quote) && batch.includes("‹masked: "))).toBe(true);
      expect(first.review().findings.map(({ severity, path: file }) => `${severity} ${file}`)).toContain(
        `P0 ${planted.path}`,
      );

      const folder = join(repository.path, ".debate");
      const kept = readdirSync(folder).filter((name) => /\.(?:md|json)$/.test(name));
      expect(kept.length).toBe(2);
      const sinks = [first.stdout, first.stderr, ...kept.map((name) => readFileSync(join(folder, name), "utf8"))];
      for (const format of formats) {
        const again = await debateRun(repository, {
          models,
          keepJournal: true,
          format,
          args: ["main..HEAD", "--no-report"],
        });
        sinks.push(again.stdout, again.stderr);
      }
      for (const sink of sinks) {
        expect(values.filter((value) => sink.includes(value))).toEqual([]);
        expect(sink).not.toMatch(leakOf(keys.anthropic));
        expect(sink).not.toMatch(leakOf(keys.openai));
      }
    } finally {
      repository.remove();
    }
  },
  300_000,
);

test("a finding on a line with a secret keeps its place when the model quotes a placeholder", async () => {
  const repository = attackedRepository();
  try {
    writeSecrets(repository);
    const models = { ada: telling, bob: telling, cyd: telling };
    const { review } = await debateRun(repository, { models });
    const line = secrets.findIndex(({ kind }) => kind === "option") + 1;
    expect(review().findings).toContainEqual(expect.objectContaining({ path, line, anchor: "hunk" }));
  } finally {
    repository.remove();
  }
});

test("the offline seat reports the same as before: hidden text alone is not a finding", async () => {
  const repository = attackedRepository();
  try {
    repository.write(
      "src/a.rb",
      `${placedSecrets
        .slice(0, 6)
        .map(({ line }) => line)
        .join("\n")}\n`,
    );
    repository.commit("settings");
    const { stdout } = await runCli(repository, ["review", "main..HEAD", "--no-report", "--format", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ findings: [] });
  } finally {
    repository.remove();
  }
});

test("H77 an error that contains one of our keys shows none of it", async () => {
  const repository = attackedRepository();
  try {
    for (const form of ownForms(keys.anthropic).filter((one) => !one.includes("\n"))) {
      const { stderr } = await runCli(repository, ["review", "--config", `${form}.yml`], {
        env: { ANTHROPIC_API_KEY: keys.anthropic },
      });
      expect(stderr).toContain("cannot be read");
      expect(stderr).not.toMatch(leakOf(keys.anthropic));
    }
  } finally {
    repository.remove();
  }
});

test.each(["--dangerously-skip-permissions", "-c", "--add-dir=/"])(
  "the model name %s in a repository's settings reaches no program",
  async (model) => {
    const repository = attackedRepository(`seats: [{ name: ada, provider: "command:claude", model: "${model}" }]\n`);
    try {
      const started = join(repository.path, "started");
      const bin = join(repository.path, "bin");
      repository.write("bin/keep", "");
      await commandAgent(
        bin,
        "claude",
        `require("node:fs").writeFileSync(${JSON.stringify(started)}, argv.join(" ")); return "{}"`,
      );
      const env = { PATH: `${bin}:${repository.env["PATH"]}` };
      const bySettings = await runCli(repository, ["review", "main..HEAD", "--no-report"], { withModels: true, env });
      expect(bySettings).toMatchObject({ code: 2, stderr: expect.stringContaining("the first other than -") });
      const seats = { ...env, PR_DEBATE_SEATS: `ada=command:claude:${model}` };
      writeFileSync(join(repository.path, "plain.yml"), "version: 1\n");
      const args = ["review", "main..HEAD", "--no-report", "--config", "plain.yml"];
      expect(await runCli(repository, args, { withModels: true, env: seats })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("PR_DEBATE_SEATS has the entry"),
      });
      expect(existsSync(started)).toBe(false);
    } finally {
      repository.remove();
    }
  },
);
