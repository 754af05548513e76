import type { Revision } from "../../domain/change.ts";
import { ReviewError } from "../../domain/errors.ts";
import { meant } from "../../domain/known-names.ts";
import { configured } from "./configuration.ts";
import { quotedPath } from "./errors.ts";
import { git, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";

const emptyTree = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;

/** The commit of a revision, or null. `revision` must have passed `parseRevisions` or be one of ours. */
export async function commitOf(repository: Repository, revision: string, signal: AbortSignal): Promise<string | null> {
  const parameters = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { exitCode, stdout } = await runGit(repository.place, parameters, { signal });
  const sha = stdout.toString("utf8").trim();
  return exitCode === 0 && /^[0-9a-f]{40,64}$/.test(sha) ? sha : null;
}

/** The commits of several revisions, in their order, from one git process. No revision has a line break. */
async function commitsOf(
  repository: Repository,
  revisions: readonly string[],
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  const input = revisions.map((revision) => `${revision}^{commit}\n`).join("");
  const lines = (await git(repository.place, ["cat-file", "--batch-check"], { signal, input })).split("\n");
  return revisions.map(
    (_, index) => /^(?<sha>[0-9a-f]{40,64}) commit /.exec(lines[index] ?? "")?.groups?.["sha"] ?? null,
  );
}

/** The commit of a user's revision. Throws `ReviewError` with its name if it does not exist. */
export async function namedCommit(repository: Repository, revision: string, signal: AbortSignal): Promise<Revision> {
  const sha = await commitOf(repository, revision, signal);
  if (sha !== null) return { ref: revision, sha };
  const hint = repository.shallow
    ? "This clone is shallow: run `git fetch --unshallow`, or check the spelling."
    : "Check the spelling; for a branch of a remote run `git fetch` first and write origin/NAME.";
  // `topic~2` and `topic^` name a branch too.
  const [name = ""] = revision.split(/[~^]/);
  const names = await namesIn(repository, signal);
  throw new ReviewError(
    revision.includes("/") || revision.includes(".")
      ? `${quotedPath(revision)} is no file here and names no commit of this repository.`
      : `${quotedPath(revision)} names no commit of this repository.`,
    // If the name is right, only the ancestor is missing.
    names.includes(name)
      ? repository.shallow
        ? hint
        : `${quotedPath(name)} does not go back that far.`
      : meant(name, names).trim() || hint,
  );
}

/** Branches, branches of remotes, and tags, by their short names. */
async function namesIn(repository: Repository, signal: AbortSignal): Promise<string[]> {
  const where = ["refs/heads", "refs/remotes", "refs/tags"];
  const { stdout } = await runGit(repository.place, ["for-each-ref", "--format=%(refname:short)", ...where], {
    signal,
  });
  return ["HEAD", ...stdout.toString("utf8").split("\n").filter(Boolean)];
}

/** The best common ancestor. Throws `ReviewError` if there is none. */
export async function mergeBaseOf(
  repository: Repository,
  base: Revision,
  head: Revision,
  signal: AbortSignal,
): Promise<string> {
  if (base.sha === head.sha) return head.sha;
  const { exitCode, stdout } = await runGit(repository.place, ["merge-base", base.sha, head.sha], { signal });
  const sha = stdout.toString("utf8").trim();
  if (exitCode === 0 && sha !== "") return sha;
  const sides = `${quotedPath(base.ref)} and ${quotedPath(head.ref)}`;
  if (repository.shallow) {
    throw new ReviewError(
      `This clone is shallow and does not hold the common ancestor of ${sides}.`,
      "Run `git fetch --unshallow` (in GitHub Actions: checkout with fetch-depth: 0).",
    );
  }
  throw new ReviewError(
    `${sides} have no common ancestor.`,
    "Name two revisions of one history as BASE..HEAD, or review a diff with --diff FILE.",
  );
}

/**
 * The first parent of a commit, or null for a root commit. Throws `ReviewError` if a shallow clone does not hold it.
 */
export async function parentOf(repository: Repository, sha: string, signal: AbortSignal): Promise<string | null> {
  const parent = await commitOf(repository, `${sha}^1`, signal);
  if (parent !== null) return parent;
  // At the edge of a shallow clone git hides the parents. Taking such a commit for a root would review the whole
  // repository.
  const raw = await git(repository.place, ["cat-file", "commit", sha], { signal });
  const [header = ""] = raw.split("\n\n");
  if (!/^parent /m.test(header)) return null;
  throw new ReviewError(
    `This clone is shallow and does not hold the parent of the last commit ${sha.slice(0, 7)}.`,
    "Run `git fetch --unshallow` (in GitHub Actions: checkout with fetch-depth: 0).",
  );
}

/** The empty tree in this repository's hash. git knows it without the object. */
export function emptyTreeOf(repository: Repository): string {
  return emptyTree[repository.hash];
}

/** The short name of the current branch, or null if HEAD is detached. */
export async function currentBranch({ place }: Repository, signal: AbortSignal): Promise<string | null> {
  const { exitCode, stdout } = await runGit(place, ["symbolic-ref", "--quiet", "--short", "HEAD"], { signal });
  const name = stdout.toString("utf8").trim();
  return exitCode === 0 && name !== "" ? name : null;
}

/** The branch that a side of a range names; the current one for HEAD, null for a commit, a tag or a branch of a remote. */
export async function branchAt(repository: Repository, revision: string, signal: AbortSignal): Promise<string | null> {
  if (revision === "HEAD" || revision === "@") return currentBranch(repository, signal);
  const isBranch =
    (await hasReference(repository, `refs/heads/${revision}`, signal)) && !(await isTag(repository, revision, signal));
  return isBranch ? revision : null;
}

async function hasReference(repository: Repository, reference: string, signal: AbortSignal): Promise<boolean> {
  const { exitCode } = await runGit(repository.place, ["show-ref", "--verify", "--quiet", reference], { signal });
  return exitCode === 0;
}

function isTag(repository: Repository, name: string, signal: AbortSignal): Promise<boolean> {
  return hasReference(repository, `refs/tags/${name}`, signal);
}

/** Says which one a revision means where a tag and a branch have its name; null where nothing is unclear. git takes the tag. */
export async function twofoldNote(
  repository: Repository,
  revision: string,
  signal: AbortSignal,
): Promise<string | null> {
  const [name = ""] = revision.split(/[~^@]/);
  if (name === "" || !(await isTag(repository, name, signal))) return null;
  if (!(await hasReference(repository, `refs/heads/${name}`, signal))) return null;
  return `${quotedPath(name)} is a tag and a branch: the tag is compared. Write refs/heads/${name} for the branch.`;
}

/** The branch that a pull request of a GitHub workflow goes into. Throws `ReviewError` where the clone does not have it. */
export async function workflowBase(repository: Repository, branch: string, signal: AbortSignal): Promise<Revision> {
  const found = await firstOf(repository, [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`], signal);
  if (found !== null) return found;
  throw new ReviewError(
    `GITHUB_BASE_REF is ${quotedPath(branch)}, and this clone has no such branch to compare with.`,
    `Check out with fetch-depth: 0, or first run: git fetch origin ${branch}:refs/remotes/origin/${branch}`,
  );
}

/** Where the repository stands: what a comparison without a range starts from. */
export interface Standing {
  /** The commit of HEAD; null before the first one. */
  readonly head: string | null;
  /** The short name of the current branch; null if HEAD is detached. */
  readonly branch: string | null;
  /**
   * The default base of a comparison: the default branch of origin, else a branch with a usual name. On the default
   * branch itself it is its upstream, or the same branch of origin. Null if there is none.
   */
  readonly base: Revision | null;
}

/** Reads all of it at one moment. */
export async function readStanding(repository: Repository, signal: AbortSignal): Promise<Standing> {
  const branch = await currentBranch(repository, signal);
  const named = (await configured(repository, "init.defaultbranch", signal))?.trim() ?? "";
  const names = ["main", "master", ...(named === "" ? [] : [named])];
  const remotes = names.slice(0, 2).map((name) => `refs/remotes/origin/${name}`);
  const locals = names.map((name) => `refs/heads/${name}`);
  const own = branch === null ? [] : [`refs/heads/${branch}`];
  const listed = await readReferences(repository, [originHead, ...remotes, ...locals, ...own], signal);
  const origin = listed.get(originHead)?.target ?? "";
  const candidates = [origin, ...[...remotes, ...locals].filter((name) => listed.has(name))].filter(isReference);
  const upstream = own
    .flatMap((name) => [listed.get(name)?.upstream ?? "", `refs/remotes/origin/${branch}`])
    .filter(isReference);
  const asked = ["HEAD", ...candidates, ...upstream];
  const shas = await commitsOf(repository, asked, signal);
  const commits = new Map(asked.map((name, index) => [name, shas[index] ?? null]));
  const first = (references: readonly string[]): Revision | null => {
    const revisions = references.map((reference) => revisionOf(reference, commits.get(reference) ?? null));
    return revisions.find((revision) => revision !== null) ?? null;
  };
  const found = first(candidates);
  const isHere = found !== null && branch === found.ref.replace(/^origin\//, "");
  return { head: commits.get("HEAD") ?? null, branch, base: (isHere ? first(upstream) : null) ?? found };
}

const originHead = "refs/remotes/origin/HEAD";

function isReference(name: string): boolean {
  return name.startsWith("refs/");
}

/** The references that exist. `target` is what a symbolic reference points to; a text is empty where git gives none. */
async function readReferences(
  { place }: Repository,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, { readonly target: string; readonly upstream: string }>> {
  const format = "--format=%(refname)%00%(symref)%00%(upstream)";
  const lines = (await git(place, ["for-each-ref", format, ...names], { signal })).split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [name = "", target = "", upstream = ""] = line.split("\0");
      return [name, { target, upstream }];
    }),
  );
}

async function firstOf(
  repository: Repository,
  references: readonly string[],
  signal: AbortSignal,
): Promise<Revision | null> {
  for (const reference of references) {
    const found = revisionOf(reference, await commitOf(repository, reference, signal));
    if (found !== null) return found;
  }
  return null;
}

function revisionOf(reference: string, sha: string | null): Revision | null {
  return sha === null ? null : { ref: reference.replace(/^refs\/(?:heads|remotes)\//, ""), sha };
}
