import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../../support/model-server.ts";
import { planAnswers } from "../../support/plan-script.ts";
import { runCli } from "./run-cli.ts";

const seats =
  "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests";
const question = "How do we rate-limit src/search.ts?";
const Report = z.object({
  version: z.literal(1),
  kind: z.literal("plan"),
  result: z.string(),
  reason: z.string(),
  phases: z.array(z.object({ title: z.string(), steps: z.array(z.looseObject({ title: z.string() })) })),
  alternatives: z.array(z.looseObject({ title: z.string(), because: z.string() })),
  panel: z.object({ state: z.string() }),
  context: z.array(z.string()),
  usage: z.object({
    calls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number(),
  }),
  notes: z.array(z.string()),
});

let repository: GitRepository;
let server: ModelServer | undefined;
beforeEach(() => {
  repository = gitRepository();
  repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
  repository.write("README.md", "# Shop\n");
  repository.commit();
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  repository.remove();
});

/** Nothing of this machine's: an installed CLI agent would be a seat. */
function programs(): { PATH: string } {
  const folder = join(repository.path, "..", "programs");
  mkdirSync(folder, { recursive: true });
  const git = (process.env["PATH"] ?? "").split(":").map((one) => join(one, "git"));
  const found = git.find((path) => readable(path));
  if (found === undefined) throw new Error("git is not on the PATH");
  if (!readable(join(folder, "git"))) symlinkSync(found, join(folder, "git"));
  return { PATH: folder };
}

function readable(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

async function models(options: ModelServerOptions = {}, answers = planAnswers) {
  server = await startModelServer(answers, options);
  const keys = { ANTHROPIC_API_KEY: "none-such", OPENAI_API_KEY: "none-such" };
  const env = { ...programs(), ...keys, ANTHROPIC_BASE_URL: server.url, OPENAI_BASE_URL: server.openAiUrl };
  return { server, env: { ...env, PR_DEBATE_SEATS: seats } };
}

test("a question becomes a plan: on stdout, kept, exit 0", async () => {
  const { env, server: asked } = await models();
  const { code, stdout, stderr } = await runCli(repository, ["plan", question], { env });
  expect(stderr).not.toContain("FAILED");
  expect(code).toBe(0);
  expect(stdout).toContain("PR Debate: A plan of 4 steps in 3 phases");
  expect(stdout).toContain("Put a token bucket in front of the search route");
  expect(stdout).toMatch(
    /Alternatives that lost\n {2}- Run a Redis for the counters \(two in Build\)\n {4}Lost: 2 against 1/,
  );
  expect(stdout.replace(/\s+/g, " ")).toMatch(
    /! two wants a change: The name is not enough\. Change: Count by route and client\./,
  );
  expect(stderr).toContain("Seats plan (each on its own: one, two, three)");
  expect(stderr).not.toContain("findings");
  const kept = readdirSync(join(repository.path, ".debate")).filter((name) => name.startsWith("plan-"));
  expect(kept.map((name) => name.replace(/^plan-[\dTZ-]+/, ""))).toEqual([".json", ".md"]);
  expect(asked.calls.map(({ stage }) => stage)).toEqual([
    ...["plan-open", "plan-rebut", "plan-assume", "plan-close"].flatMap((stage) => [stage, stage, stage]),
    "plan-compose",
    "plan-validate",
    "plan-validate",
  ]);
});

test("a plan names the models that answered, and what they refused", async () => {
  const refusal = {
    type: "error",
    error: { type: "invalid_request_error", message: "Unsupported: adaptive thinking is not supported" },
  };
  const { env } = await models({
    servedModel: "served-1",
    fault: ({ body }) => ("thinking" in body ? { kind: "status", status: 400, body: refusal } : null),
  });
  const { PR_DEBATE_SEATS: _, ...rest } = env;
  const settings =
    "version: 1\nseats:\n  - { name: one, provider: anthropic, model: claude-opus-5-5, reasoning: low }\n  - { name: two, provider: openai, model: gpt-6-sol }\n";
  repository.write("own.yml", settings);
  const { stdout } = await runCli(repository, ["plan", question, "--config", "own.yml", "--format", "json"], {
    env: rest,
  });
  const report = Report.extend({
    panel: z.object({ seats: z.array(z.object({ name: z.string(), servedModel: z.string() })) }),
  }).parse(JSON.parse(stdout));
  expect(report.panel.seats).toEqual([
    { name: "one", servedModel: "served-1" },
    { name: "two", servedModel: "served-1" },
  ]);
  expect(report.notes.join(" ")).toContain("does not take reasoning");
});

describe("--estimate", () => {
  const row = (stdout: string, name: string) =>
    new RegExp(`^ {2}${name} +(\\d+) +([\\d,]+) +([\\d,]+) +\\$([\\d.]+)$`, "m")
      .exec(stdout)
      ?.slice(1)
      .map((cell) => Number(cell.replaceAll(",", ""))) ?? [];

  test("prints the cost of a plan, and asks no model", async () => {
    const { env, server: asked } = await models();
    repository.write(".github/pr-debate.yml", "version: 1\nplan: { jury: 2 }\nbudget: { usd: 3 }\n");
    repository.commit();
    const forecast = await runCli(repository, ["plan", question, "--estimate"], { env });
    expect(forecast).toMatchObject({ code: 0 });
    expect(asked.calls).toEqual([]);
    expect(readdirSync(repository.path)).not.toContain(".debate");
    expect(forecast.stdout).toMatch(/^A plan by one, two, three, who see:\n {2}- The paths of all 3 files\.\n/);
    expect(forecast.stdout).toMatch(/^ {2}budget .* \$3\.00$/m);
    expect(forecast.stdout).toMatch(/fits into the budget\..* After 15 minutes it would end wherever it is\.\n$/);
    expect(forecast.stdout).toContain("Nothing was sent.");
    const [usual, most] = [row(forecast.stdout, "usual"), row(forecast.stdout, "at most")];
    expect(usual.every((amount, index) => amount <= (most[index] ?? 0))).toBe(true);

    const { stdout } = await runCli(repository, ["plan", question, "--format", "json", "--no-report"], { env });
    const { usage } = Report.parse(JSON.parse(stdout));
    expect([usage.calls, usage.calls]).toEqual([usual[0], asked.calls.length]);
    const needed = [usage.calls, usage.inputTokens, usage.outputTokens, usage.costUsd];
    expect(needed.every((amount, index) => amount <= (most[index] ?? 0))).toBe(true);
  });

  test.each([
    ["three models: a jury sits", seats, 19, 22, 19, null],
    [
      "one model wrote both plans: it may sit",
      seats.replace("openai:gpt-6-sol", "anthropic:claude-opus-5-5"),
      19,
      22,
      19,
      "sits only where one",
    ],
    ["two authors: it cannot sit", "one=anthropic:claude-opus-5-5,two=openai:gpt-6-sol", 10, 12, 10, "No jury can sit"],
  ])("%s, in the forecast as in the plan", async (_what, listed, usual, most, calls, note) => {
    const { env, server: asked } = await models();
    repository.write("jury.yml", "version: 1\nplan: { jury: 2 }\n");
    const given = { env: { ...env, PR_DEBATE_SEATS: listed } };
    const forecast = await runCli(repository, ["plan", question, "--estimate", "--config", "jury.yml"], given);
    expect([row(forecast.stdout, "usual")[0], row(forecast.stdout, "at most")[0]]).toEqual([usual, most]);
    if (note === null) expect(forecast.stdout).not.toContain("jury");
    else expect(forecast.stdout.replace(/\s+/g, " ")).toContain(note);
    await runCli(repository, ["plan", question, "--no-report", "--config", "jury.yml"], given);
    expect(asked.calls).toHaveLength(calls);
  });

  test("of one seat counts no votes; without a model or a price it says so", async () => {
    const { env } = await models();
    const alone = await runCli(repository, ["plan", question, "--estimate"], {
      env: { ...env, PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5" },
    });
    expect(row(alone.stdout, "usual")[0]).toBe(4);
    const unknown = await runCli(repository, ["plan", question, "--estimate"], {
      env: { ...env, PR_DEBATE_SEATS: "one=anthropic:no-such-model" },
    });
    expect(unknown.stdout).toMatch(/^ {2}at most .* unknown$/m);
    const none = await runCli(repository, ["plan", question, "--estimate"], { env: programs() });
    expect(none).toMatchObject({ code: 3, stdout: expect.stringContaining("A plan needs a model") });
  });
});

test("a second run with the same question replays every answer", async () => {
  const { env, server: asked } = await models();
  await runCli(repository, ["plan", question, "--no-report"], { env });
  const before = asked.calls.length;
  const { code, stdout } = await runCli(repository, ["plan", question, "--no-report"], { env });
  expect({ code, calls: asked.calls.length - before }).toEqual({ code: 0, calls: 0 });
  expect(stdout.replace(/\s+/g, " ")).toContain("no new calls, answers kept from an earlier run");
  const forecast = await runCli(repository, ["plan", question, "--estimate"], { env });
  expect(forecast.stdout).toContain("Of the first 3, 3 answers are kept from an earlier run");
  expect(forecast.stdout).toMatch(/^ {2}usual +12 /m);
});

test("an estimate says where the budget ends a plan", async () => {
  const { env } = await models();
  repository.write(".github/pr-debate.yml", "version: 1\nbudget: { calls: 4 }\n");
  repository.commit();
  const { stdout } = await runCli(repository, ["plan", question, "--estimate"], { env });
  expect(stdout).toContain("The budget of 4 calls ends this plan in the rebuttals: it would be incomplete.");
});

test("JSON is versioned, and lists the context of the seats", async () => {
  const { env } = await models();
  repository.write("src/search.ts", "export function search(query) {\n  return cached(query);\n}\n");
  const run = await runCli(repository, ["plan", question, "--format", "json", "--no-report"], { env });
  const report = Report.parse(JSON.parse(run.stdout));
  expect(report.result).toBe("complete");
  expect(report.usage.calls).toBe(15);
  expect(report.context).toEqual([
    "The paths of all 2 files.",
    "src/search.ts, whole.",
    "The diff main → working tree, 1 of 1 files.",
  ]);
  expect(readdirSync(repository.path)).not.toContain("plan.md");
});

describe("the context of the seats", () => {
  test("question, paths, the named file and the work under way, as data", async () => {
    const { env, server: asked } = await models();
    repository.write("notes.txt", "untracked\n");
    repository.write(".gitignore", "secret.txt\n");
    repository.write("secret.txt", "hidden\n");
    await runCli(repository, ["plan", question, "--no-report"], { env });
    const [{ batch = "" } = {}] = asked.calls;
    expect(batch).toContain("> How do we rate-limit src/search.ts?");
    expect(batch).toContain("path: src/search.ts\n\nexport function search(query) {");
    expect(batch).toContain("+ 1 | untracked");
    expect(batch).not.toContain("\nsecret.txt\n");
    expect(batch).not.toContain("hidden");
    const starts = new Set(asked.calls.map(({ seat, system, batch: start }) => `${seat}\n${system}\n${start}`));
    expect(starts.size).toBe(3);
  });

  test("no secret of question, file or diff leaves the machine", async () => {
    const { env, server: asked } = await models();
    const [one, two, three] = ["Q", "F", "D"].map((letter) => `gh${"p"}_${letter}4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z`);
    repository.write("src/search.ts", `const token = "${two}";\n`);
    repository.commit();
    repository.git("switch", "-q", "-c", "work");
    repository.write("src/other.ts", `const token = "${three}";\n`);
    await runCli(repository, ["plan", `May ${one} stand in src/search.ts?`, "--no-report"], { env });
    const sent = JSON.stringify(asked.calls.map(({ body }) => body));
    for (const secret of [one, two, three]) expect(sent).not.toContain(secret);
    expect(sent).toContain("‹masked: ");
  });

  test("H83 a named file that is a link leads nowhere", async () => {
    const { env, server: asked } = await models();
    symlinkSync("/etc/hostname", join(repository.path, "link.txt"));
    mkdirSync(join(repository.path, "..", "outside"));
    repository.write("../outside/private.txt", "private words\n");
    symlinkSync("../outside", join(repository.path, "folder"));
    await runCli(repository, ["plan", "What is in link.txt, folder/private.txt and ../outside/private.txt?"], { env });
    const sent = JSON.stringify(asked.calls.map(({ body }) => body));
    expect(sent).not.toContain("private words");
  });

  test("settings come from the merge base, not from the work", async () => {
    const { env, server: asked } = await models();
    repository.write(".github/pr-debate.yml", "version: 1\nplan: { jury: 1 }\nbudget: { calls: 1 }\n");
    const { code } = await runCli(repository, ["plan", question, "--no-report"], { env });
    expect({ code, calls: asked.calls.length }).toEqual({ code: 0, calls: 15 });
  });
});

describe("no plan: exit 3, and a sentence with the reason", () => {
  test("without a model seat it names the keys to set", async () => {
    const { code, stdout, stderr } = await runCli(repository, ["plan", question], { env: programs() });
    expect(code).toBe(3);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "No plan. A plan needs a model, and no model seat is configured: set the API key of a vendor, or name seats in PR_DEBATE_SEATS (docs/providers.md).",
    );
    expect(stderr).not.toContain("Kept as");
  });

  test("every seat is dead", async () => {
    const { env } = await models({
      fault: () => ({ kind: "status", status: 401, body: { error: { message: "no" } } }),
    });
    const { code, stdout } = await runCli(repository, ["plan", question, "--format", "json"], { env });
    const report = Report.parse(JSON.parse(stdout));
    expect(code).toBe(3);
    expect(report).toMatchObject({ result: "failed", phases: [], panel: { state: "failed" } });
    expect(report.reason).toMatch(/None of 3 seats delivered a plan: .*key/i);
  });
});

test("a spent budget leaves a plan of the answers so far, and says so", async () => {
  const { env } = await models();
  repository.write("cheap.yml", "version: 1\nbudget: { calls: 5 }\n");
  const run = await runCli(repository, ["plan", question, "--config", "cheap.yml", "--format", "json"], { env });
  const report = Report.parse(JSON.parse(run.stdout));
  expect(run.code).toBe(0);
  expect(report.result).toBe("degraded");
  expect(report.reason).toContain("The debate ended early, at plan-rebut: The budget of 5 calls is used up");
  expect(report.phases.flatMap(({ steps }) => steps).length).toBeGreaterThan(0);
  expect(report.notes.join(" ")).toContain("keeps the seats' own words");
});

test("--out writes the plan to a file; --help says what it does", async () => {
  const { env } = await models();
  const { stdout } = await runCli(repository, ["plan", question, "--format", "markdown", "--out", "plan.md"], { env });
  expect(stdout).toBe("");
  expect(repository.read("plan.md")).toContain(
    "# PR Debate: A plan of 4 steps in 3 phases\n\n> How do we rate-limit src/search.ts?",
  );
  const help = await runCli(repository, ["plan", "--help"]);
  expect(help.stdout).toMatch(/^Usage: pr-debate plan "QUESTION"[\s\S]*A plan needs a model[\s\S]*Exit code/);
});
