import type { Conclusion, Review } from "../domain/review.ts";
import { startCheck } from "../github/check-run.ts";
import { publish } from "../github/publish.ts";
import { progressOutput } from "../publication/check.ts";
import { githubLimits, planCheck } from "../publication/plan.ts";
import type { Settings } from "../settings/settings.ts";
import { ownSecrets } from "./own-secrets.ts";
import type { Run } from "./review-now.ts";
import { isAppCheck, type KnownCheck, runIdOf, runSubject } from "./run-identity.ts";
import { besideKnown } from "./same-head.ts";

/** What the commit shows now, and in which check. */
export interface Shown {
  readonly check: number;
  readonly conclusion: Conclusion;
  readonly title: string;
}

/** Of several checks of one app on a commit the newest counts: this is the one beside `own`, or `own` itself. */
export function newestBeside(checks: readonly KnownCheck[], own: KnownCheck): KnownCheck | undefined {
  return checks.find((one) => isAppCheck(one) === isAppCheck(own));
}

/**
 * Writes a verdict that is known already into the check that counts: `own`, or where another pull request with the same head got a newer one
 * since, a new check. Null: the token may not write checks.
 */
export async function showVerdict(
  run: Run,
  {
    review,
    settings,
    own,
  }: { readonly review: Review; readonly settings: Settings | null; readonly own: KnownCheck | null },
  signal: AbortSignal,
): Promise<Shown | null> {
  const { github, pull, options, checks, attempt } = run;
  const check = own !== null && newestBeside(checks, own)?.id === own.id ? own : await newCheck(run, own, signal);
  if (check === null) return null;
  const known = await besideKnown(run, { review, settings }, signal);
  const context = { version: options.version, secrets: ownSecrets(options), pull };
  const limits = { ...githubLimits, inline: 0 };
  const operations = planCheck(known.review, known.beside, limits, context, check.annotations);
  const onNote = (text: string): void => options.emit({ type: "note", text });
  const written = await publish(operations, { github, pull, check: check.id, attempt, onNote }, signal);
  const last = operations.at(-1);
  const { conclusion, title } = last?.kind === "conclude-check" ? { ...last, title: last.output.title } : review;
  return { check: written.check ?? check.id, conclusion, title };
}

async function newCheck({ options, github, pull, attempt }: Run, own: KnownCheck | null, signal: AbortSignal) {
  const { repo, head } = pull;
  const externalId = own?.externalId ?? runIdOf(runSubject(options, pull), attempt);
  const output = progressOutput([], githubLimits);
  const target = { repo, headSha: head.sha, externalId, detailsUrl: options.runUrl, output };
  return startCheck(github, target, signal);
}
