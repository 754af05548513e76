import { z } from "zod";
import type { Environment } from "../../../code/git/git.ts";
import { ReviewError } from "../../../domain/errors.ts";
import { addressesIn } from "../../../github/client/access.ts";
import { githubClient } from "../../../github/client/client.ts";
import { defaultSettings } from "../../../settings/settings.ts";
import { type AskOptions, endpointChecks, seatChecks } from "./endpoint-checks.ts";
import { type Check, fine, type Here, readHereIfAny, warning } from "./here.ts";
import { agentsCheck, gitCheck, keysCheck, proxyChecks, repositoryCheck, settingsChecks } from "./machine-checks.ts";

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
  const { seats, checks } = seatChecks(read.here?.settings ?? defaultSettings, read.here, env);
  // The program does not start on an older Node, so this line is for the reader of a report.
  const machine = [
    fine("Node", node),
    git,
    check,
    ...settings,
    ...proxyChecks(env),
    keysCheck(env),
    agentsCheck(env),
    ...checks,
  ];
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

const RateLimit = z.object({ rate: z.object({ remaining: z.number(), limit: z.number() }) });

/** Reading the rate limit costs none of it. The token is for --pr only, so a wrong one does not stop a review of local work. */
async function tokenCheck(
  { env, timeoutMs }: AskOptions,
  token: string,
  version: string,
  signal: AbortSignal,
): Promise<Check> {
  const name = "GITHUB_TOKEN";
  const remedy = "Give GITHUB_TOKEN a token that can read the repository, or unset it.";
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const { apiUrl, graphqlUrl } = addressesIn(env);
    const options = { token, apiUrl, graphqlUrl, version, deadlineMs: () => 0, onNote: () => undefined };
    const answer = await githubClient(options).rest.rateLimit.get({ request: { signal: limit, retries: 0 } });
    const { data } = RateLimit.safeParse(answer.data);
    if (data === undefined) return warning(name, "the server at GITHUB_API_URL is not GitHub", remedy);
    const { remaining, limit: most } = data.rate;
    return fine(name, `is accepted by ${new URL(apiUrl).host}; ${remaining} of ${most} requests are left`);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return warning(name, `GitHub gave no answer within ${timeoutMs / 1000} s`, remedy);
    if (error instanceof ReviewError) return warning(name, `--pr does not work: ${error.message}`, remedy);
    throw error;
  }
}
