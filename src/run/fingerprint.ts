import { createHash } from "node:crypto";
import type { PullRequest } from "../domain/own-posts.ts";
import type { RawChange } from "../domain/ports.ts";
import type { Task } from "../domain/request.ts";
import type { State } from "../domain/state.ts";
import type { Environment } from "../local/git.ts";
import { decidesSeats, keysIn } from "../vendors/environment.ts";
import { vendors } from "../vendors/index.ts";
import type { GitHubRunOptions } from "./options.ts";

/** A check run of ours on a head, as the edge lists them. */
export interface KnownCheck {
  readonly id: number;
  readonly app: string | null;
  readonly externalId: string;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  readonly title: string | null;
  readonly annotations: number;
}

/** The commits that a run is about: those of a pull request, or of a merge group, which has no number. */
export type RunChange = Pick<RawChange, "repo" | "number" | "base" | "head"> & { readonly repo: string };

export function groupChange({ repo, head, base, ref }: Extract<Task, { kind: "merge-group" }>): RunChange {
  return { repo, number: null, base: { ref: "", sha: base }, head: { ref, sha: head } };
}

/** `isOfApp`: the App runs it, else a workflow or a person does. */
interface RunSubject {
  readonly repo: string;
  readonly number: number | null;
  readonly head: string;
  readonly isOfApp: boolean;
}

/** Only the App gets its tokens one by one. */
export function runSubject(
  { github }: Pick<GitHubRunOptions, "github">,
  { repo, number, head }: RunChange,
): RunSubject {
  return { repo, number, head: head.sha, isOfApp: typeof github.token !== "string" };
}

const appPrefix = "app-";

/**
 * Opaque, and the same for a run that was killed and the one that finishes its work (design §9: `external_id` = run id). The App's are told
 * apart, so that it and a workflow on one repository leave each other's checks alone.
 */
export function runIdOf({ repo, number, head, isOfApp }: RunSubject, attempt: number): string {
  const digest = createHash("sha256")
    // A merge group has always had a 0 here; with anything else its open checks would not be found again.
    .update(JSON.stringify([repo, number ?? 0, head, attempt]))
    .digest("hex");
  return `${isOfApp ? appPrefix : ""}${digest.slice(0, 32)}`;
}

const workflows = "github-actions";

/** Made by the App. A workflow, which any branch may bring, cannot pass for it: what it writes carries GitHub's own name for workflows. */
export function isAppCheck({ app, externalId }: Pick<KnownCheck, "app" | "externalId">): boolean {
  return externalId.startsWith(appPrefix) && app !== null && app !== workflows;
}

export function isWorkflowCheck({ app }: KnownCheck): boolean {
  return app === workflows;
}

/** The first attempt on a head that was not concluded: a new one, or the one that a killed run left open. */
export function attemptOn(
  subject: RunSubject,
  checks: readonly KnownCheck[],
): { attempt: number; runId: string; open: KnownCheck | null; last: KnownCheck | null } {
  let last: KnownCheck | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const runId = runIdOf(subject, attempt);
    const found = checks.find(({ externalId }) => externalId === runId) ?? null;
    if (found === null || !found.isCompleted) return { attempt, runId, open: found, last };
    last = found;
  }
}

/** Everything but head and base that a verdict depends on: settings, rules and guide of the base, the seats, the inputs of this run. */
export interface FingerprintParts {
  readonly settings: string | null;
  readonly guide: string;
  readonly rules: readonly string[];
  readonly env: Environment;
  readonly inputs: Readonly<Record<string, string | number | undefined>>;
  readonly version: string;
}

/** Of the keys only which ones are set. */
export function verdictFingerprint(
  { settings, guide, rules, env, inputs, version }: FingerprintParts,
  table = vendors,
): string {
  const own = Object.entries(env)
    .filter(([name, value]) => value && decidesSeats(name, table))
    .map(([name, value]) => [name, keysIn({ [name]: value }, table).length > 0 ? "set" : value])
    .sort();
  return createHash("sha256")
    .update(JSON.stringify([version, settings, guide, rules, own, Object.entries(inputs).sort()]))
    .digest("hex")
    .slice(0, 32);
}

/** What a change is compared with: another branch or another merge base makes another change of the same head. */
export function baseOf(pull: PullRequest, mergeBase: string): string {
  return `${pull.base.ref}@${mergeBase}`;
}

/** The branch in what `baseOf` returned; its name may hold an @ too. Null: the review did not get as far as a base. */
export function reviewedRef(state: Pick<State, "base"> | null): string | null {
  const at = state?.base.lastIndexOf("@") ?? -1;
  return state === null || at < 0 ? null : state.base.slice(0, at);
}

/** A finished review of exactly this: nothing that decides has changed since. */
export function stillStands(state: State | null, now: Pick<State, "head" | "base" | "fingerprint">): state is State {
  if (state === null || !state.complete) return false;
  return state.head === now.head && state.base === now.base && state.fingerprint === now.fingerprint;
}
