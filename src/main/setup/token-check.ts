import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { addressesIn } from "../../github/access.ts";
import { githubClient } from "../../github/client.ts";
import { type Check, fine, warning } from "./check.ts";
import type { AskOptions } from "./endpoint-checks.ts";

const RateLimit = z.object({ rate: z.object({ remaining: z.number(), limit: z.number() }) });

/** Reading the rate limit costs none of it. The token is for --pr only, so a wrong one does not stop a review of local work. */
export async function tokenCheck(
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
