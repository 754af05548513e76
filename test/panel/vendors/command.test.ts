import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type CommandEndpoint, commandProvider } from "../../../src/panel/vendors/command.ts";
import {
  commandEnvironment,
  detectCommands,
  presetArgv,
  presetNames,
  programOnPath,
  refuseInside,
} from "../../../src/panel/vendors/programs.ts";
import { commandAgent } from "../../support/command-agent.ts";
import { readTask } from "../../support/model-server.ts";
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
    readingArgv: argv,
    environment: {},
    setting: "PR_DEBATE_COMMAND_MINE",
    timeoutMs: 20_000,
  };
  return commandProvider({ ...endpoint, ...changes }).complete(request, signal);
}

const startsAnother = (file: string): string =>
  `const { spawn } = require("node:child_process");
   const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
   require("node:fs").writeFileSync(${JSON.stringify(file)}, other.pid + " " + process.pid);`;

describe("command", () => {
  test("passes the prompt on stdin, the task last, and takes its output as the answer; the arguments hold nothing of it", async () => {
    const agent = await commandAgent(folder, "agent", "return { prompt, argv }");
    const reply = await run([agent, "--print", ""]);
    expect(reply).toMatchObject({ stop: "complete", usage: null });
    const { prompt, argv } = JSON.parse(reply.text);
    const { system, batch, task } = aRequest();
    expect(prompt).toBe(`${system}\n\n${batch}\n\n${task}`);
    expect(readTask(prompt)).toEqual({ stage: "propose", seat: "claude", round: 1, items: [{ id: "F1" }] });
    expect(argv).toEqual(["--print", ""]);
  });

  test("starts in the request's workspace, with the arguments for reading, and the workspace is closed afterwards", async () => {
    const agent = await commandAgent(folder, "agent", "return { folder: process.cwd(), argv }");
    const closed: string[] = [];
    const workspace = {
      id: "1",
      open: async () => ({ folder, close: async () => void closed.push(folder) }),
    };
    const request = { ...aRequest(), workspace };
    const reply = await run([agent, "--none"], { readingArgv: [agent, "--reads"] }, never, request);
    expect(JSON.parse(reply.text)).toEqual({ folder: await realpath(folder), argv: ["--reads"] });
    await expect(run([agent], { readingArgv: ["/none/such"] }, never, request)).rejects.toThrow("could not be started");
    expect(closed).toEqual([folder, folder]);
  });

  test("runs without a shell, with the given environment only, in an empty folder that is removed afterwards", async () => {
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

  test("a program without output gives an empty answer", async () => {
    expect(await run([await commandAgent(folder, "agent", "return ''")])).toMatchObject({ text: "", stop: "complete" });
  });

  test("H77 a failed program is final, and the message has the end of its error output without keys", async () => {
    const source = `console.error("x".repeat(2000) + " not logged in, key " + process.env.A_KEY + "\\u001b[31m"); process.exit(3)`;
    const agent = await commandAgent(folder, "agent", source);
    const error: unknown = await run([agent], { environment: { A_KEY: key } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ProviderError", kind: "final" });
    expect(String(error)).toMatch(/command:mine ended with 3: x+ not logged in, key \[redacted secret\]/);
    expect(String(error)).not.toContain("\u001b");
    expect(String(error).length).toBeLessThan(650);
  });

  test("a missing program is final, and the message names the setting", async () => {
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

  test("F09 an abort kills the program and its child processes", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(
      folder,
      "agent",
      `${startsAnother(file)} await new Promise(() => setInterval(() => {}, 1000))`,
    );
    const controller = new AbortController();
    const answer = run([agent], {}, controller.signal);
    await expect.poll(() => existsSync(file)).toBe(true);
    const before = await workFolders();
    controller.abort(new Error("a newer push"));
    await expect(answer).rejects.toThrow("a newer push");
    for (const pid of await pidsIn(file)) await expect.poll(() => isRunning(pid)).toBe(false);
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

  test("F09 the time limit kills them too", async () => {
    const agent = await commandAgent(folder, "agent", "await new Promise(() => setInterval(() => {}, 1000))");
    await expect(run([agent], { timeoutMs: 500 })).rejects.toMatchObject({
      kind: "retry",
      message: "command:mine gave no answer within 0.5 s.",
    });
  });

  test("a child process that keeps running does not delay the answer", async () => {
    const file = join(folder, "pids");
    const reply = await run([await commandAgent(folder, "agent", `${startsAnother(file)} other.unref(); return "{}"`)]);
    expect(reply.text).toBe("{}");
    for (const pid of await pidsIn(file)) await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe("a daemon that left the group", () => {
  const startsDaemon = (file: string): string =>
    startsAnother(file).replace('stdio: "inherit"', 'stdio: "inherit", detached: true');

  test("does not delay the answer", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(folder, "agent", `${startsDaemon(file)} other.unref(); return "{}"`);
    expect((await run([agent])).text).toBe("{}");
    await stopDaemon(file);
  });

  test("F09 does not delay an abort", async () => {
    const file = join(folder, "pids");
    const agent = await commandAgent(folder, "agent", `${startsDaemon(file)} await new Promise(() => undefined)`);
    const controller = new AbortController();
    const answer = run([agent], {}, controller.signal);
    await expect.poll(() => existsSync(file)).toBe(true);
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
  test("are found in the absolute folders of the PATH", async () => {
    await commandAgent(folder, "codex", "");
    await commandAgent(folder, "claude", "");
    expect(detectCommands(programOnPath({ PATH: `/none:${folder}` }))).toEqual(["claude", "codex"]);
    expect(detectCommands(programOnPath({ PATH: `.:${relative(process.cwd(), folder)}` }))).toEqual([]);
    expect(detectCommands(programOnPath({}))).toEqual([]);
  });

  test("keep permissions, take the prompt from stdin, and put the model before the dash", () => {
    for (const name of ["claude", "codex", "gemini", "copilot"]) {
      const argv = presetArgv(name, "m-1") ?? [];
      expect(argv[0]).toBe(name);
      expect(argv).toContain("--model=m-1");
      expect(argv.join(" ")).not.toMatch(/dangerous|yolo|bypass|full-auto|allow-all/);
      expect(presetArgv(name, "default")?.join(" ")).not.toContain("model");
    }
    const reading = presetArgv("claude", "m-1", true)?.join(" ");
    expect(reading).toContain("--tools Read,Grep,Glob --strict-mcp-config --setting-sources user");
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
    const all = { PATH, Path, HOME, PR_DEBATE_INSIDE: "1" };
    expect(commandEnvironment(["/opt/claude", "--print"], env)).toEqual({ ...all, ANTHROPIC_API_KEY: "5" });
    expect(commandEnvironment(["codex"], env)).toEqual({ ...all, OPENAI_API_KEY: "4" });
    expect(commandEnvironment(["mine"], env)).toEqual(all);
    expect(commandEnvironment(["gemini"], env)).toEqual({ ...all, GEMINI_CLI_TRUST_WORKSPACE: "true" });
  });

  test.each(presetNames)("a debate inside the program %s is refused", (name) => {
    const inside = commandEnvironment(presetArgv(name, "default") ?? [], { PATH: "/bin" });
    expect(() => refuseInside(inside)).toThrow("a debate inside a debate would never end");
    expect(() => refuseInside({ PATH: "/bin" })).not.toThrow();
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
