import type { Emit } from "../domain/events.ts";
import type { Task } from "../domain/github/request.ts";
import type { EffortTier } from "../domain/known-names.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import type { GitHubAccess } from "../github/client.ts";
import type { RunRecord } from "../record/record.ts";
import type { Settings } from "../settings/settings.ts";
import { keysIn } from "../vendors/environment.ts";

export interface GitHubRunOptions extends GitHubAccess {
  readonly task: Task;
  /** Keys, seats and endpoints, by the names of their environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only rules judge, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  readonly record: RunRecord;
  /** Read at the base sha of the pull request. */
  readonly configPath: string;
  /** Replaces the file at `configPath`: the text, and the name to show. */
  readonly config?: { readonly name: string; readonly text: string };
  readonly tighten: {
    readonly blockOn?: string;
    readonly onInconclusive?: string;
    readonly maxCostUsd?: number;
    readonly effort?: EffortTier;
  };
  /** A question to the panel of every review, unless the task has its own. Untrusted. */
  readonly focus?: string;
  /** Where people can follow the run. */
  readonly runUrl: string | null;
  /** False: the run writes nothing to GitHub. */
  readonly publish: boolean;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** A run whose record is chosen later. */
export type GitHubRunRequest = Omit<GitHubRunOptions, "record">;

/**
 * `conclusion` and `title` are as published: the worst of the open pull requests with the same head. `isReadOnly`: the token could write
 * neither check nor comment. `pull` is null for a merge group.
 */
export interface GitHubRunResult {
  readonly review: Review;
  readonly checkRunId: number | null;
  readonly reviewId: number | null;
  readonly isReadOnly: boolean;
  readonly conclusion: Conclusion;
  readonly title: string;
  /** No seat was asked, because an earlier result still holds. */
  readonly isStanding: boolean;
  readonly notes: readonly string[];
  readonly pull: number | null;
}

/** Nothing needs to be compared with another run: a lease keeps others away, or this run writes nothing. */
export function writesAlone({ record, publish }: Pick<GitHubRunOptions, "record" | "publish">): boolean {
  return record.isExclusive || !publish;
}

/** Our keys and tokens, which must not appear in anything published. */
export function ownSecrets({ env, github: { token } }: Pick<GitHubRunOptions, "env" | "github">): readonly string[] {
  return [...keysIn(env), ...(typeof token === "string" ? [token] : token.issued())];
}

export interface BaseSettings {
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly fingerprint: string;
}
