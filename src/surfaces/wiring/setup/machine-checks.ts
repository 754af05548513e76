import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, gitEnvironment, runGit } from "../../../code/git/git.ts";
import { openRepository } from "../../../code/git/repository.ts";
import { keyVariables, seatingVariables } from "../../../panel/vendors/environment.ts";
import { detectCommands, programOnPath } from "../../../panel/vendors/programs.ts";
import { proxiesIn } from "../../../panel/vendors/proxies/proxy.ts";
import { readVariable } from "../../../panel/vendors/vendor.ts";
import { settingsPath } from "../../../settings/place.ts";
import { checkSettings } from "../check-settings.ts";
import { type Check, checkOf, fine, type Here, problem, warning } from "./here.ts";

export async function gitCheck(directory: string, env: Environment, signal: AbortSignal): Promise<Check> {
  try {
    const place = { directory, environment: gitEnvironment(env), settings: [] };
    const { exitCode, stdout, stderr } = await runGit(place, ["--version"], { signal });
    const remedy = "Install git from https://git-scm.com, and check that `git --version` works.";
    if (exitCode !== 0) return problem("git", `git --version ended with ${exitCode}: ${stderr}`, remedy);
    return fine("git", stdout.toString("utf8").replace("git version ", "").trim());
  } catch (error) {
    return checkOf("git", error);
  }
}

/** Without a repository a diff can still be reviewed. */
export async function repositoryCheck(
  directory: string,
  env: Environment,
  signal: AbortSignal,
): Promise<{ readonly check: Check; readonly root: string | null }> {
  try {
    const { root, shallow } = await openRepository(directory, env, signal);
    const cut = warning("repository", "a shallow clone: its history is cut", "Fetch the rest: git fetch --unshallow");
    return { check: shallow ? cut : fine("repository", root), root };
  } catch (error) {
    return { check: checkOf("repository", error, warning), root: null };
  }
}

/** The settings of the base, which a review reads, and those of the working tree where they differ. */
export async function settingsChecks(
  root: string | null,
  { here, problem: failed }: { readonly here: Here | null; readonly problem: unknown },
  env: Environment,
): Promise<readonly Check[]> {
  if (root === null) return [fine("settings", "the defaults, as there is no repository")];
  const atBase =
    here === null ? [checkOf("change", failed)] : [settingsCheck("settings", here.settingsText, root, env)];
  const working = await readFile(join(root, settingsPath), "utf8").catch(() => null);
  if (working === (here?.settingsText ?? null)) return atBase;
  const check = settingsCheck("settings here", working, root, env);
  return [...atBase, { ...check, detail: `${check.detail} It counts once it is on the base.` }];
}

function settingsCheck(name: string, text: string | null, root: string, env: Environment): Check {
  const { errors } = checkSettings(text, settingsPath, env, root);
  if (errors.length > 0) return problem(name, errors.join(" "), `Correct it; pr-debate config check names each line.`);
  return fine(name, text === null ? `no ${settingsPath}, so the defaults apply` : `${settingsPath} is valid.`);
}

/** The names of the variables that hold keys, never a value. */
export function keysCheck(env: Environment): Check {
  const set = keyVariables(env).filter((name) => readVariable(env, name) !== null);
  if (set.length > 0) return fine("keys", set.join(", "));
  return fine("keys", `none (${seatingVariables()})`);
}

/** The way to models and to GitHub, where it leads through a proxy. */
export function proxyChecks(env: Environment): Check[] {
  const found = proxiesIn(env);
  if (found === null) return [];
  const unusable = found.proxies.filter(({ url }) => url === null);
  if (unusable.length === 0) return [fine("proxy", found.text)];
  const named = [...new Set(unusable.map(({ variable }) => variable))].join(", ");
  return [problem("proxy", found.text, `Set ${named} to the address of an http or https proxy.`)];
}

export function agentsCheck(env: Environment): Check {
  const found = detectCommands(programOnPath(env));
  return fine("CLI agents", found.length === 0 ? "none" : `${found.join(", ")} (their logins are not checked)`);
}
