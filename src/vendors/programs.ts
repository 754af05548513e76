import { accessSync, constants } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "./vendor.ts";

interface Preset {
  readonly argv: readonly string[];
  /** What the program needs for its own login. */
  readonly login: readonly string[];
  /** Whose models it runs. */
  readonly vendor: string;
  readonly fixed?: Environment;
}

/** The CLI agents that are known: they read the prompt on stdin and print the answer; their tools are off or cannot write. */
const presets: Readonly<Record<string, Preset>> = {
  // Both halves are needed: `--tools ""` takes the built-in tools away, the other the tools of the user's MCP servers.
  claude: {
    argv: ["claude", "--print", "--tools", "", "--strict-mcp-config"],
    login: "ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_BASE_URL CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CONFIG_DIR".split(
      " ",
    ),
    vendor: "anthropic",
  },
  codex: {
    argv: ["codex", "exec", "--skip-git-repo-check", "--sandbox", "read-only", "--ephemeral", "-"],
    login: "CODEX_HOME CODEX_API_KEY OPENAI_API_KEY OPENAI_BASE_URL".split(" "),
    vendor: "openai",
  },
  gemini: {
    argv: ["gemini", "--approval-mode", "default"],
    login: [
      ..."GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION GEMINI_CLI_HOME".split(" "),
      ..."GOOGLE_APPLICATION_CREDENTIALS GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_GCA".split(" "),
    ],
    vendor: "google",
    // It refuses to run without a terminal in a folder that nobody confirmed; ours is empty.
    fixed: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  },
  copilot: {
    argv: ["copilot", "-s", "--no-ask-user", "--deny-tool=shell,write"],
    login: "COPILOT_GITHUB_TOKEN COPILOT_HOME".split(" "),
    vendor: "github",
  },
};
export const presetNames: readonly string[] = Object.keys(presets);

/** What every program needs to start, to find its login at home and to get through a proxy. No token of ours is among them. */
const always = [
  ..."PATH PATHEXT HOME USERPROFILE USERNAME USER SYSTEMROOT COMSPEC APPDATA LOCALAPPDATA PROGRAMDATA TMPDIR TMP TEMP".split(
    " ",
  ),
  ..."LANG LC_ALL XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR".split(" "),
  ..."HTTPS_PROXY HTTP_PROXY NO_PROXY NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR".split(" "),
];

/** The presets that are installed, in the order of preference; `isProgram` says whether a name is on the PATH. */
export function detectCommands(isProgram: (name: string) => boolean): readonly string[] {
  return presetNames.filter((name) => isProgram(name));
}

/** Looks along the PATH. Relative entries are left out: they mean the folder under review. */
export function programOnPath(env: Environment): (name: string) => boolean {
  const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return (name) => folders.some((folder) => isExecutable(join(folder, name)));
}

/**
 * The whole command line of a preset; model `default` leaves the choice to the program. The name of a model is a part of one argument, so that
 * no program can read it as an option. Undefined when there is no such preset.
 */
export function presetArgv(name: string, model: string): readonly string[] | undefined {
  const preset = presetOf(name);
  if (preset === undefined) return undefined;
  const [program = name, ...rest] = preset.argv;
  const [stdin, flags] = rest.at(-1) === "-" ? [["-"], rest.slice(0, -1)] : [[], rest];
  return [program, ...flags, ...(model === "default" ? [] : [`--model=${model}`]), ...stdin];
}

/** Whose models a program runs; its own name when that is not known. */
export function vendorOfProgram(name: string): string {
  return presetOf(name)?.vendor ?? name;
}

/** What a program gets to see of our environment: a known program also its own login. */
export function commandEnvironment(argv: readonly string[], env: Environment): Environment {
  const preset = presetOf(basename(argv[0] ?? "").replace(/\.(?:exe|cmd)$/i, ""));
  const wanted = new Set([...always, ...(preset?.login ?? [])]);
  const kept = Object.entries(env).filter(([name, value]) => value !== undefined && wanted.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...preset?.fixed };
}

function presetOf(name: string): Preset | undefined {
  return Object.hasOwn(presets, name) ? presets[name] : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not ours to run.
    return false;
  }
}
