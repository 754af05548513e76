import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openProvider } from "../../src/vendors/index.ts";
import { commandEnvironment, detectCommands, presetArgv, programOnPath } from "../../src/vendors/programs.ts";
import type { CommandEndpoint } from "../../src/vendors/vendor.ts";
import { commandAgent } from "../support/command-agent.ts";
import { readTask } from "../support/model-server.ts";
import { aRequest, key } from "./request.ts";

const never = new AbortController().signal;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "command-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function run(
  argv: readonly string[],
  changes: Partial<CommandEndpoint> = {},
  signal: AbortSignal = never,
  request = aRequest(),
) {
  const endpoint = {
    name: "command:mine",
    argv,
    environment: {},
    setting: "PR_DEBATE_COMMAND_MINE",
    timeoutMs: 20_000,
  };
  return openProvider("command", { ...endpoint, ...changes }).complete(request, signal);
}

const startsAnother = (file: string): string =>
  `const { spawn } = require("node:child_process");
   const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
   require("node:fs").writeFileSync(${JSON.stringify(file)}, other.pid + " " + process.pid);`;

describe("command", () => {
  test("the prompt arrives on stdin with the task last, the answer is what it prints, nothing is in the arguments", async () => {
    const agent = await commandAgent(folder, "agent", "return { prompt, argv }");
    const reply = await run([agent, "--print", ""]);
    expect(reply).toMatchObject({ stop: "complete", usage: null });
    const { prompt, argv } = JSON.parse(reply.text);
    const { system, batch, task } = aRequest();
    expect(prompt).toBe(`${system}\n\n${batch}\n\n${task}`);
    expect(readTask(prompt)).toEqual({ stage: "propose", seat: "claude", round: 1, items: [{ id: "F1" }] });
    expect(argv).toEqual(["--print", ""]);
  });

  test("it runs without a shell, in an empty folder of its own that is gone afterwards, with the given environment only", async () => {
    const source = `const { readdirSync } = require("node:fs");
      const { PWD, SHLVL, OLDPWD, _, ...seen } = process.env;
      return { seen, folder: process.cwd(), files: readdirSync("."), argv };`;
    const agent = await commandAgent(folder, "agent", source);
    const reply = JSON.parse((await run([agent, "$(id)", "; id"], { environment: { A: "1" } })).text);
    expect(reply).toMatchObject({ seen: { A: "1" }, files: [], argv: ["$(id)", "; id"] });
    expect(Object.keys(reply.seen)).toEqual(["A"]);
    expect(reply.folder).toContain("pr-debate-command-");
    expect(existsSync(reply.folder)).toBe(false);
  });

  test("a program that prints nothing gave an empty answer", async () => {
    expect(await run([await commandAgent(folder, "agent", "return ''")])).toMatchObject({ text: "", stop: "complete" });
  });

  test("H77 a program that fails is final, with the end of what it complained about and without its keys", async () => {
    const source = `console.error("x".repeat(2000) + " not logged in, key " + process.env.A_KEY + "\\u001b[31m"); process.exit(3)`;
    const agent = await commandAgent(folder, "agent", source);
    const error: unknown = await run([agent], { environment: { A_KEY: key } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ProviderError", kind: "final" });
    expect(String(error)).toMatch(/command:mine ended with 3: x+ not logged in, key \[redacted secret\]/);
    expect(String(error)).not.toContain("\u001b");
    expect(String(error).length).toBeLessThan(650);
  });

  test("a program that is not there is final and names the setting", async () => {
    await expect(run([join(folder, "none")])).rejects.toMatchObject({
      kind: "final",
      message: expect.stringMatching(/could not be started \(.*ENOENT\): install it, or check PR_DEBATE_COMMAND_MINE/),
    });
  });

  test("a program that prints more than 4 MB is stopped", async () => {
    const agent = await commandAgent(folder, "agent", "return 'x'.repeat(5 * 1024 * 1024)");
    await expect(run([agent])).rejects.toMatchObject({ kind: "final", message: expect.stringContaining("4 MB") });
  });

  test("a program that never reads its stdin still answers, however long the prompt is", async () => {
    const argv = [process.execPath, "-e", "process.stdin.destroy(); console.log('{}')"];
    const request = aRequest({ batch: "x".repeat(4 * 1024 * 1024) });
    expect(await run(argv, {}, never, request)).toMatchObject({ text: "{}" });
  });

  test("F09 an abort kills it and what it started", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(
      folder,
      "agent",
      `${startsAnother(file)} await new Promise(() => setInterval(() => {}, 1000))`,
    );
    const controller = new AbortController();
    const answer = run([agent], {}, controller.signal);
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
    const before = await workFolders();
    controller.abort(new Error("a newer push"));
    await expect(answer).rejects.toThrow("a newer push");
    for (const pid of await pidsIn(file)) await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
    expect((await workFolders()).length).toBeLessThan(before.length);
  });

  test("F09 an abort before the start starts nothing", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(folder, "agent", startsAnother(file));
    await expect(run([agent], {}, AbortSignal.abort(new Error("a newer push")))).rejects.toThrow("a newer push");
    const controller = new AbortController();
    const answer = run([agent], {}, controller.signal);
    controller.abort(new Error("a newer push"));
    await expect(answer).rejects.toThrow("a newer push");
    expect(existsSync(file)).toBe(false);
  });

  test("F09 so does the time limit", async () => {
    const agent = await commandAgent(folder, "agent", "await new Promise(() => setInterval(() => {}, 1000))");
    await expect(run([agent], { timeoutMs: 500 })).rejects.toMatchObject({
      kind: "retry",
      message: "command:mine gave no answer within 0.5 s.",
    });
  });

  test("what it leaves running does not keep the answer waiting", async () => {
    const file = join(folder, "pids");
    const reply = await run([await commandAgent(folder, "agent", `${startsAnother(file)} other.unref(); return "{}"`)]);
    expect(reply.text).toBe("{}");
    for (const pid of await pidsIn(file)) await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  });
});

describe("a daemon that left the group", () => {
  const startsDaemon = (file: string): string =>
    startsAnother(file).replace('stdio: "inherit"', 'stdio: "inherit", detached: true');

  test("does not keep the answer waiting", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(folder, "agent", `${startsDaemon(file)} other.unref(); return "{}"`);
    expect((await run([agent])).text).toBe("{}");
    await stopDaemon(file);
  });

  test("F09 does not hold up an abort", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(folder, "agent", `${startsDaemon(file)} await new Promise(() => undefined)`);
    const controller = new AbortController();
    const answer = run([agent], {}, controller.signal);
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
    controller.abort(new Error("a newer push"));
    await expect(answer).rejects.toThrow("a newer push");
    await stopDaemon(file);
  });

  /** It is ours: this test started it, and nothing else stops it. */
  async function stopDaemon(file: string): Promise<void> {
    const [daemon] = await pidsIn(file);
    if (daemon !== undefined) process.kill(daemon, "SIGKILL");
  }
});

describe("presets", () => {
  test("the installed ones are found on the PATH, absolute folders only", async () => {
    await commandAgent(folder, "codex", "");
    await commandAgent(folder, "claude", "");
    expect(detectCommands(programOnPath({ PATH: `/none:${folder}` }))).toEqual(["claude", "codex"]);
    expect(detectCommands(programOnPath({ PATH: `.:${relative(process.cwd(), folder)}` }))).toEqual([]);
    expect(detectCommands(programOnPath({}))).toEqual([]);
  });

  test("none skips permissions, each takes the prompt from stdin, and a model goes before the dash", () => {
    for (const name of ["claude", "codex", "gemini", "copilot"]) {
      const argv = presetArgv(name, "m-1") ?? [];
      expect(argv[0]).toBe(name);
      expect(argv).toContain("--model=m-1");
      expect(argv.join(" ")).not.toMatch(/dangerous|yolo|bypass|full-auto|allow-all/);
      expect(presetArgv(name, "default")?.join(" ")).not.toContain("model");
    }
    expect(presetArgv("codex", "m-1")?.slice(-2)).toEqual(["--model=m-1", "-"]);
    expect(presetArgv("toString", "m")).toBeUndefined();
  });

  test("H83 a program sees its own login and no token of ours", () => {
    const env = {
      PATH: "/bin",
      Path: "C:\\bin",
      HOME: "/home/a",
      GITHUB_TOKEN: "1",
      PRIVATE_KEY: "2",
      WEBHOOK_SECRET: "3",
      OPENAI_API_KEY: "4",
      ANTHROPIC_API_KEY: "5",
      NODE_OPTIONS: "--require ./x.js",
    };
    const { PATH, Path, HOME } = env;
    expect(commandEnvironment(["/opt/claude", "--print"], env)).toEqual({ PATH, Path, HOME, ANTHROPIC_API_KEY: "5" });
    expect(commandEnvironment(["codex"], env)).toEqual({ PATH, Path, HOME, OPENAI_API_KEY: "4" });
    expect(commandEnvironment(["mine"], env)).toEqual({ PATH, Path, HOME });
    expect(commandEnvironment(["gemini"], env)).toEqual({ PATH, Path, HOME, GEMINI_CLI_TRUST_WORKSPACE: "true" });
  });
});

async function pidsIn(file: string): Promise<number[]> {
  return (await readFile(file, "utf8")).split(" ").map(Number);
}

/** A killed process whose parent is gone may stay as a zombie until somebody reaps it; it runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return existsSync(`/proc/${pid}/stat`) ? !isZombie(pid) : true;
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

async function workFolders(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith("pr-debate-command-"));
}
