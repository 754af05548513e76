import { ReviewError } from "../../domain/errors.ts";
import type { Emit } from "../../domain/events.ts";
import { reviewWithFacts } from "../../review/review.ts";
import type { ReviewPorts } from "../../review/setup.ts";
import { GitHubError } from "../client/errors.ts";
import { pullRequestSource } from "../client/sources.ts";
import { exclusionNow } from "./base-settings.ts";
import { standingOf } from "./look-again.ts";
import { withPorts } from "./review-ports.ts";
import { type Basis, type JudgedRun, type Run, without } from "./run.ts";

/** Has the pull request debated, or says why there is no debate. */
export async function reviewNow(run: Run, emit: Emit, signal: AbortSignal): Promise<JudgedRun> {
  const { github, subject: pull } = run;
  const basis = await usable(run.basis(signal));
  if ("configError" in basis) return without(run, basis);
  const { settings } = basis.base;
  const why = exclusionNow(settings, { ...run, pull });
  if (why !== null) return without(run, { skip: { why } }, settings);

  const source = pullRequestSource(github, { pull, ...basis });
  const standing = () => standingOf(run, basis, signal);
  try {
    const hold = (ports: ReviewPorts) => reviewWithFacts({ ...ports, standing }, signal);
    const reviewed = await withPorts(run, { basis, source, emit }, hold, signal);
    return { ...reviewed, settings, basis };
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return without(run, { configError: sentence(error) }, settings);
  }
}

/** An error in the base's own files is an answer. An answer that GitHub did not give is a fault. */
async function usable(reading: Promise<Basis>): Promise<Basis | { readonly configError: string }> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return { configError: sentence(error) };
  }
}

function sentence({ message }: ReviewError): string {
  return message.split("\n")[0]?.replace(/\.$/, "") ?? message;
}
