import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { readDiffBytes } from "../../code/git/diff-source.ts";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import { quoted } from "../../domain/known-names.ts";
import type { Review } from "../../domain/review.ts";
import { decidesSeats, keyVariables } from "../../panel/vendors/environment.ts";
import { readVariable } from "../../panel/vendors/vendor.ts";
import { keepFiles, keptFolder, readJsonFile } from "../../record/kept/kept.ts";
import type { LabelledCase } from "../../review/evaluation/cases.ts";
import type { ReviewedCase } from "../../review/evaluation/evaluation.ts";
import { aboutByPlace } from "../../review/evaluation/match.ts";
import { isReviewed } from "../../review/evaluation/outcome.ts";
import { redactAll, secretsIn } from "../../text/redact.ts";
import { reviewIn } from "./kept-review.ts";
import type { LocalReviewOptions } from "./local-options.ts";
import { reviewLocally } from "./review-locally.ts";

/** A case with the folder that its paths are relative to. */
export interface PlacedCase {
  readonly case: LabelledCase;
  readonly folder: string;
}

export interface CaseOptions
  extends Pick<LocalReviewOptions, "directory" | "env" | "config" | "offline" | "effort" | "now"> {
  /** Reviews every case anew, whatever is kept. */
  readonly fresh: boolean;
  /** Part of the key of kept reviews, because another version may review differently. */
  readonly version: string;
}

/** Which reviewers: `run` distinguishes the repeated runs of a seat. */
interface Which {
  readonly run: string;
  readonly choice: LocalReviewOptions["choice"];
}

/** The review of a case, kept or new. A string says why there is none. */
export async function reviewCase(
  one: PlacedCase,
  which: Which,
  options: CaseOptions,
  signal: AbortSignal,
): Promise<ReviewedCase | string> {
  try {
    const review = await reviewOf(one, which, options, signal);
    return { review, about: aboutByPlace([...review.findings, ...review.eliminated], one.case.findings) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ReviewError) return messageOf(error);
    throw error;
  }
}

async function reviewOf(one: PlacedCase, which: Which, options: CaseOptions, signal: AbortSignal): Promise<Review> {
  const { env, config, offline, effort, now, directory, version, fresh } = options;
  const place = await placeOf(one, directory, signal);
  const decided = [version, which, place, config?.text ?? null, offline, effort, panelKey(env)];
  const key = hashOf(JSON.stringify(decided));
  const name = `eval-${key.slice(0, 24)}`;
  const keeps = isFixed(one.case);
  const kept = fresh || !keeps ? null : await keptReview(directory, name);
  if (kept !== null) return kept;
  const found = await reviewLocally(
    {
      ...{ directory: place.directory, env, config, offline, effort, now, change: place.change },
      ...{ choice: which.choice, keepsAnswers: false, blockOn: null, stdin: Readable.from([]), emit: () => undefined },
    },
    signal,
  );
  const review = redactAll(found, secretsIn(env));
  if (keeps && isReviewed(review)) await keepFiles(directory, name, { json: JSON.stringify(review) });
  return review;
}

/** A branch or HEAD may name another commit tomorrow, so no later run uses its review. */
function isFixed(one: LabelledCase): boolean {
  return !("repository" in one) || [one.base, one.head].every((name) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name));
}

/**
 * The part of the environment that shapes the panel. It only says which keys are set, so that a new key leaves kept
 * reviews valid.
 */
function panelKey(env: LocalReviewOptions["env"]) {
  const keys = keyVariables(env);
  const others = Object.entries(env).filter(([name]) => decidesSeats(name) && !keys.includes(name));
  return {
    keys: keys.filter((name) => readVariable(env, name) !== null),
    others: others.toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

/** A kept file that cannot be read counts as missing. */
async function keptReview(directory: string, name: string): Promise<Review | null> {
  try {
    return reviewIn(await readJsonFile(resolve(directory, keptFolder, `${name}.json`)), name);
  } catch (error) {
    if (error instanceof ReviewError) return null;
    throw error;
  }
}

async function placeOf({ case: one, folder }: PlacedCase, directory: string, signal: AbortSignal) {
  if ("repository" in one)
    return { directory: resolve(folder, one.repository), change: { range: `${one.base}...${one.head}` } };
  if ("patch" in one) return { directory, change: { diff: { text: one.patch } } };
  const file = resolve(folder, one.diff);
  // A pipe without a writer would block the run for ever.
  if ((await stat(file).catch(() => null))?.isFile() === false)
    throw new ReviewError(`${quoted(file)} cannot be read: it is not a regular file.`, "Name a file with a diff.");
  // The file can change between two runs, so its content is part of the key.
  const content = hashOf(await readDiffBytes({ file }, signal));
  return { directory, content, change: { diff: file } };
}

function hashOf(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}
