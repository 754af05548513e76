import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandProvider } from "../../../src/panel/vendors/command.ts";
import { commandEnvironment, presetArgv, programOnPath, programPath } from "../../../src/panel/vendors/programs.ts";
import { startAgentModels } from "../../support/agent-models.ts";
import { aRequest, key } from "./request.ts";

/**
 * The real agents, where a person has installed them: `npm install @anthropic-ai/claude-code @openai/codex @google/gemini-cli @github/copilot`
 * in a folder outside the repository, and PR_DEBATE_AGENTS with the path of its `node_modules/.bin`.
 */
const installed = process.env["PR_DEBATE_AGENTS"] ?? "";
const path = [installed, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);

let home: string;
let models: Awaited<ReturnType<typeof startAgentModels>>;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "agents-test-"));
  models = await startAgentModels('{"findings":[]}');
});
afterEach(() => {
  models.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

const geminiKey = { GEMINI_API_KEY: key };
const vertex = { GOOGLE_GENAI_USE_VERTEXAI: "true", GOOGLE_API_KEY: key };
const agents = [
  ["claude", "default", { ANTHROPIC_API_KEY: key }, "ANTHROPIC_BASE_URL", ""],
  ["codex", "default", { OPENAI_API_KEY: key }, "OPENAI_BASE_URL", "/v1"],
  ["gemini", "default", geminiKey, "GOOGLE_GEMINI_BASE_URL", ""],
  ["gemini", "default", vertex, "GOOGLE_VERTEX_BASE_URL", ""],
  ["copilot", "m", { COPILOT_PROVIDER_API_KEY: key }, "COPILOT_PROVIDER_BASE_URL", "/v1"],
] as const;

test.each(agents)(
  "%s (model %s) gets its login, and its address by %s",
  async (name, model, login, address, suffix) => {
    const env = { PATH: path, HOME: home, ...login, [address]: `${models.url}${suffix}`, OTHER_TOKEN: "no" };
    const argv = presetArgv(name, model, false, env) ?? [];
    const environment = commandEnvironment(argv, env);
    const passedOn = { ...environment, said: argv.join(" ") };
    expect(passedOn).toMatchObject(login);
    expect(JSON.stringify(passedOn)).toContain(models.url);
    expect(passedOn).not.toHaveProperty("OTHER_TOKEN");
    if (installed === "" || !programOnPath({ PATH: installed })(name)) {
      console.info(`${name} is not asked: PR_DEBATE_AGENTS names no folder with it.`);
      return;
    }
    // Without a terminal, Gemini CLI takes an address of its own only after this choice.
    mkdirSync(join(home, ".gemini"));
    const type = "GEMINI_API_KEY" in login ? "gemini-api-key" : "vertex-ai";
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify({ security: { auth: { selectedType: type } } }));
    const program = programPath(env, name) ?? name;
    const started = [program, ...argv.slice(1)];
    const rest = { name, readingArgv: started, setting: name, timeoutMs: 120_000 };
    const reply = await commandProvider({ ...rest, argv: started, environment }).complete(
      aRequest(),
      new AbortController().signal,
    );
    expect(reply.text).toBe('{"findings":[]}');
    expect(models.asked.length).toBeGreaterThan(0);
  },
);
