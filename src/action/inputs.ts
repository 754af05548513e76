import { isAbsolute, normalize } from "node:path";
import { ReviewError } from "../domain/errors.ts";
import type { GitHubRunOptions } from "../run/options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The inputs of design §12, checked. `env` has keys and seats under the names that the rest of the program knows. */
export interface Inputs {
  readonly token: string;
  readonly env: Environment;
  readonly configPath: string;
  readonly tighten: GitHubRunOptions["tighten"];
  /** Relative to the workspace. */
  readonly reportDir: string;
}

const variables: Readonly<Record<string, string>> = {
  "anthropic-api-key": "ANTHROPIC_API_KEY",
  "anthropic-base-url": "ANTHROPIC_BASE_URL",
  "openai-api-key": "OPENAI_API_KEY",
  "openai-base-url": "OPENAI_BASE_URL",
  seats: "PR_DEBATE_SEATS",
};

/** The one place that reads inputs. An input that is left empty is not given; whatever is wrong is said with its name. */
export function readInputs(env: Environment): Inputs {
  const input = (name: string): string => (env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
  const given = Object.entries(variables).flatMap(([name, variable]) =>
    input(name) === "" ? [] : [[variable, input(name)]],
  );
  const token = input("github-token");
  if (token === "")
    throw new ReviewError("The input github-token is empty.", "Leave it out to use the workflow's own token.");
  const blockOn = input("block-on");
  const onInconclusive = input("on-inconclusive");
  const maxCostUsd = input("max-cost-usd");
  return {
    token,
    env: { ...ownVariables(env), ...Object.fromEntries(given) },
    configPath: inside("config", input("config") || ".github/pr-debate.yml"),
    tighten: {
      ...(blockOn === "" ? {} : { blockOn }),
      ...(onInconclusive === "" ? {} : { onInconclusive }),
      ...(maxCostUsd === "" ? {} : { maxCostUsd: dollars(maxCostUsd) }),
    },
    reportDir: inside("report-dir", input("report-dir") || ".debate"),
  };
}

/** Variables of the step that are meant for us, and what a command seat needs to start. */
function ownVariables(env: Environment): Environment {
  const isOurs = (name: string): boolean =>
    /^(?:PR_DEBATE|ANTHROPIC|OPENAI)_/.test(name) || name === "PATH" || name === "HOME";
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => isOurs(name) && value !== ""));
}

function inside(name: string, path: string): string {
  const plain = normalize(path).replaceAll("\\", "/");
  if (isAbsolute(path) || /^[a-z]:/i.test(path) || plain.split("/").includes("..") || path.includes("\0"))
    throw new ReviewError(
      `The input ${name} is "${path}", which leads out of the repository.`,
      "Give a relative path inside it.",
    );
  return plain.replace(/\/$/, "");
}

function dollars(text: string): number {
  const amount = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(amount)) return amount;
  throw new ReviewError(
    `The input max-cost-usd is "${text}".`,
    "Give US dollars as a number of 0 or more, such as 2.50.",
  );
}
