import type { Revision } from "../domain/change.ts";
import { commitOf } from "./commits.ts";
import { runGit } from "./git.ts";
import type { Repository } from "./repository.ts";

/** The short name of the current branch, or null when HEAD is detached. */
export function currentBranch(repository: Repository, signal: AbortSignal): Promise<string | null> {
  return answer(repository, ["symbolic-ref", "--quiet", "--short", "HEAD"], signal);
}

/**
 * What this repository is compared with by default: the default branch of origin, else a branch of the usual name. On the default branch
 * itself it is its upstream, or the same branch of origin where there is one. Null when no default branch was found.
 */
export async function defaultBase(repository: Repository, signal: AbortSignal): Promise<Revision | null> {
  const found = await defaultBranch(repository, signal);
  if (found === null) return null;
  const name = found.ref.replace(/^origin\//, "");
  if ((await currentBranch(repository, signal)) !== name) return found;
  const format = "--format=%(upstream)";
  const upstream = await answer(repository, ["for-each-ref", format, `refs/heads/${name}`], signal);
  const remote = [...(upstream === null ? [] : [upstream]), `refs/remotes/origin/${name}`];
  return (await firstOf(repository, remote, signal)) ?? found;
}

async function defaultBranch(repository: Repository, signal: AbortSignal): Promise<Revision | null> {
  const origin = await answer(repository, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"], signal);
  const configured = await answer(repository, ["config", "--get", "init.defaultBranch"], signal);
  const names = ["main", "master", ...(configured === null ? [] : [configured])];
  return firstOf(
    repository,
    [
      ...(origin === null ? [] : [origin]),
      ...names.slice(0, 2).map((name) => `refs/remotes/origin/${name}`),
      ...names.map((name) => `refs/heads/${name}`),
    ],
    signal,
  );
}

async function firstOf(
  repository: Repository,
  references: readonly string[],
  signal: AbortSignal,
): Promise<Revision | null> {
  for (const reference of references) {
    const sha = reference.startsWith("refs/") ? await commitOf(repository, reference, signal) : null;
    if (sha !== null) return { ref: reference.replace(/^refs\/(?:heads|remotes)\//, ""), sha };
  }
  return null;
}

async function answer(
  repository: Repository,
  parameters: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const { exitCode, stdout } = await runGit(repository.place, parameters, { signal });
  const text = stdout.toString("utf8").trim();
  return exitCode === 0 && text !== "" ? text : null;
}
