import { accessSync, constants } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import { ReviewError } from "../../domain/errors.ts";
import { readVariable, type VendorEnvironment } from "./vendor.ts";

interface Preset {
  readonly argv: readonly string[];
  /** The arguments where it may read its folder, if they differ. */
  readonly reading?: readonly string[];
  /** The variables of its own login. */
  readonly login: readonly string[];
  /** The vendor of its models. */
  readonly vendor: string;
  /** The arguments that pass on an address of its environment that it reads nowhere else. */
  readonly addressed?: { readonly variable: string; readonly argument: (url: string) => readonly string[] };
  readonly fixed?: VendorEnvironment;
}

/** The known CLI agents. They read the prompt on stdin and print the answer. Their tools are off or can only read. */
const presets: Readonly<Record<string, Preset>> = {
  // Both options are needed: `--tools ""` removes the built-in tools, the other one those of the user's MCP servers.
  claude: {
    argv: ["claude", "--print", "--tools", "", "--strict-mcp-config"],
    reading: "claude --print --tools Read,Grep,Glob --strict-mcp-config --setting-sources user".split(" "),
    login: "ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CONFIG_DIR".split(
      " ",
    ),
    vendor: "anthropic",
  },
  codex: {
    argv: ["codex", "exec", "--skip-git-repo-check", "--sandbox", "read-only", "--ephemeral", "-"],
    login: "CODEX_HOME CODEX_API_KEY OPENAI_API_KEY OPENAI_BASE_URL".split(" "),
    vendor: "openai",
    // It takes the address from its configuration only (seen with 0.171.0).
    addressed: { variable: "OPENAI_BASE_URL", argument: (url) => ["-c", `openai_base_url=${JSON.stringify(url)}`] },
  },
  gemini: {
    argv: ["gemini", "--approval-mode", "default"],
    login: [
      ..."GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_PROJECT_ID GOOGLE_CLOUD_LOCATION".split(" "),
      ..."GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_GCA GEMINI_CLI_HOME".split(" "),
      ..."GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL GOOGLE_GENAI_API_VERSION GEMINI_MODEL".split(" "),
      ..."GOOGLE_CLOUD_ACCESS_TOKEN GOOGLE_CLOUD_QUOTA_PROJECT GEMINI_API_KEY_AUTH_MECHANISM".split(" "),
    ],
    vendor: "google",
    // Without a terminal it runs in a trusted folder only. Ours is empty.
    fixed: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  },
  copilot: {
    argv: ["copilot", "-s", "--no-ask-user", "--deny-tool=shell,write"],
    login: [
      ..."COPILOT_GITHUB_TOKEN COPILOT_HOME COPILOT_MODEL COPILOT_PROVIDER_BASE_URL COPILOT_PROVIDER_TYPE".split(" "),
      ..."COPILOT_PROVIDER_API_KEY COPILOT_PROVIDER_BEARER_TOKEN COPILOT_PROVIDER_HEADERS".split(" "),
      ..."COPILOT_PROVIDER_WIRE_API COPILOT_PROVIDER_AZURE_API_VERSION COPILOT_PROVIDER_MODEL_ID".split(" "),
      ..."COPILOT_PROVIDER_WIRE_MODEL COPILOT_PROVIDER_MAX_PROMPT_TOKENS COPILOT_PROVIDER_MAX_OUTPUT_TOKENS".split(" "),
    ],
    vendor: "github",
  },
};
export const presetNames: readonly string[] = Object.keys(presets);

/** The variables that every program needs to start, to find its login at home and to use a proxy. None of them is a token of ours. */
const always = [
  ..."PATH PATHEXT HOME USERPROFILE USERNAME USER SYSTEMROOT COMSPEC APPDATA LOCALAPPDATA PROGRAMDATA TMPDIR TMP TEMP".split(
    " ",
  ),
  ..."LANG LC_ALL XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR".split(" "),
  ..."HTTPS_PROXY HTTP_PROXY ALL_PROXY NO_PROXY NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR".split(
    " ",
  ),
];

/** The installed presets, in the order of preference. `isProgram` says whether a name is on the PATH. */
export function detectCommands(isProgram: (name: string) => boolean): readonly string[] {
  return presetNames.filter((name) => isProgram(name));
}

/** Whether a program is on the PATH. */
export function programOnPath(env: VendorEnvironment): (name: string) => boolean {
  return (name) => programPath(env, name) !== null;
}

/** Looks along the PATH, without its relative entries: they lead into the folder under review. */
export function programPath(env: VendorEnvironment, name: string): string | null {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/**
 * The command line of a preset; undefined for an unknown one. `reads`: it may read the folder that it starts in. Model `default` leaves the choice to the program. The model is a part of one
 * argument, so that no program can read it as an option.
 */
export function presetArgv(
  name: string,
  model: string,
  reads = false,
  env: VendorEnvironment = {},
): readonly string[] | undefined {
  const preset = presetOf(name);
  if (preset === undefined) return undefined;
  const [program = name, ...rest] = (reads ? preset.reading : undefined) ?? preset.argv;
  const [stdin, flags] = rest.at(-1) === "-" ? [["-"], rest.slice(0, -1)] : [[], rest];
  const url = preset.addressed === undefined ? null : readVariable(env, preset.addressed.variable);
  const address = url === null ? [] : (preset.addressed?.argument(url) ?? []);
  return [program, ...flags, ...address, ...(model === "default" ? [] : [`--model=${model}`]), ...stdin];
}

/** The vendor of a program's models; the program's own name for an unknown one. */
export function vendorOfProgram(name: string): string {
  return presetOf(name)?.vendor ?? name;
}

/** Set for every program that answers for a seat, so that an agent cannot start another debate inside this one, without end. */
const insideVariable = "PR_DEBATE_INSIDE";

/** Throws a `ReviewError` where this process was started by a seat of a debate. */
export function refuseInside(env: VendorEnvironment): void {
  if ((env[insideVariable] ?? "") === "") return;
  throw new ReviewError(
    `This runs inside a debate (${insideVariable} is set), and a debate inside a debate would never end.`,
    `Answer the question of the debate directly. If no debate is running, unset ${insideVariable}.`,
  );
}

/** The part of our environment that a program sees. A known program also sees its own login. */
export function commandEnvironment(argv: readonly string[], env: VendorEnvironment): VendorEnvironment {
  const preset = presetOf(basename(argv[0] ?? "").replace(/\.(?:exe|cmd)$/i, ""));
  const wanted = new Set([...always, ...(preset?.login ?? [])]);
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && wanted.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...preset?.fixed, [insideVariable]: "1" };
}

function presetOf(name: string): Preset | undefined {
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // It is missing, or this user may not run it.
    return false;
  }
}
