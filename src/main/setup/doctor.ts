import type { Environment } from "../../local/git.ts";
import { type Check, fine } from "./check.ts";
import { endpointChecks } from "./endpoint-checks.ts";
import { type Here, readHereIfAny, settingsHere } from "./here.ts";
import { agentsCheck, gitCheck, keysCheck, nodeCheck, repositoryCheck, settingsChecks } from "./machine-checks.ts";
import { seatChecks } from "./seat-checks.ts";
import { tokenCheck } from "./token-check.ts";

export interface DoctorOptions {
  readonly directory: string;
  readonly env: Environment;
  readonly node: string;
  readonly version: string;
  /** Sends nothing. */
  readonly offline: boolean;
  /** For one answer. */
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Everything that a review on this machine needs, in the order in which it needs it. Nothing is written. */
export async function examine(options: DoctorOptions, signal: AbortSignal): Promise<readonly Check[]> {
  const { directory, env, node } = options;
  const git = await gitCheck(directory, env, signal);
  const { check, root } = await repositoryCheck(directory, env, signal);
  const read = root === null ? noChange : await readHereIfAny(directory, env, signal);
  const settings = await settingsChecks(root, read, env);
  const { seats, checks } = seatChecks(settingsHere(read.here), read.here, env);
  const machine = [nodeCheck(node), git, check, ...settings, keysCheck(env), agentsCheck(env), ...checks];
  return [...machine, ...(await networkChecks(seats, options, signal))];
}

const noChange: { readonly here: Here | null; readonly problem: null } = { here: null, problem: null };

async function networkChecks(
  seats: Parameters<typeof endpointChecks>[0],
  options: DoctorOptions,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const token = options.env["GITHUB_TOKEN"]?.trim() ?? "";
  const unset = fine("GITHUB_TOKEN", "not set; only --pr needs it");
  if (options.offline)
    return [fine("models", "not asked"), token === "" ? unset : fine("GITHUB_TOKEN", "set, but not tried")];
  const [models, github] = await Promise.all([
    endpointChecks(seats, options, signal),
    token === "" ? unset : tokenCheck(options, token, options.version, signal),
  ]);
  return [...models, github];
}
