import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { ask, ownerAndRepo, writeOnce } from "./requests.ts";

/** One file on one branch of ours, which a pull request proposes for the default branch. */
export interface ProposalPlace {
  readonly repo: string;
  readonly branch: string;
  readonly path: string;
}

/** `text` is null where the file does not exist. `blob` is what GitHub compares before it replaces the file. */
interface RemoteFile {
  readonly text: string | null;
  readonly blob: string | null;
}

interface OpenProposal {
  readonly number: number;
  readonly body: string;
}

/**
 * The progress of a proposal. `isAhead`: the branch has commits that the default branch lacks. `others`: the other files that it
 * changes.
 */
export interface ProposalState {
  /** As GitHub writes it. A person may use other letters, or an earlier name. */
  readonly repo: string;
  readonly base: { readonly ref: string; readonly sha: string; readonly file: RemoteFile };
  readonly branch: {
    readonly sha: string;
    readonly isAhead: boolean;
    readonly others: readonly string[];
    readonly file: RemoteFile;
  } | null;
  readonly pull: OpenProposal | null;
  /** A pull request of exactly these commits that somebody closed or merged. */
  readonly closed: number | null;
}

const Repository = z.object({ default_branch: z.string().min(1), full_name: z.string() });
const Ref = z.object({ object: z.object({ sha: z.string().min(1) }) });
const Content = z.object({
  type: z.literal("file"),
  encoding: z.literal("base64"),
  content: z.string(),
  sha: z.string(),
});
const Compared = z.object({
  commits: z.array(z.unknown()),
  files: z.array(z.object({ filename: z.string() })).default([]),
});
const Pull = z.object({
  number: z.number().int(),
  state: z.string(),
  body: z.string().nullish(),
  head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
});

/** Reads the progress of the proposal. All of it is on GitHub, so the next run can continue one that stopped. */
export async function readProposal(github: GitHub, place: ProposalPlace, signal: AbortSignal): Promise<ProposalState> {
  const { branch, path } = place;
  const given = ownerAndRepo(place.repo);
  const { default_branch: ref, full_name: repo } = await ask(github.rest.repos.get, given, Repository, signal);
  const owned = ownerAndRepo(repo);
  const [baseSha, branchSha, pulls] = await Promise.all([
    refAt(github, repo, ref, signal),
    refAt(github, repo, branch, signal),
    pullsFrom(github, { ...place, repo }, signal),
  ]);
  if (baseSha === null)
    throw new ReviewError(`The default branch of ${repo} has no commit.`, "Push one, then ask again.");
  const base = { ref, sha: baseSha, file: await fileAt(github, repo, { path, ref: baseSha }, signal) };
  const open = pulls.find(({ state }) => state === "open");
  const pull = open === undefined ? null : { number: open.number, body: open.body ?? "" };
  if (branchSha === null) return { repo, base, branch: null, pull, closed: null };
  const asked = { ...owned, basehead: `${baseSha}...${branchSha}`, per_page: 100 };
  const { commits, files } = await ask(github.rest.repos.compareCommitsWithBasehead, asked, Compared, signal);
  const others = files.map(({ filename }) => filename).filter((name) => name !== path);
  const file = await fileAt(github, repo, { path, ref: branchSha }, signal);
  const closed = pulls.find(({ state, head }) => state !== "open" && head.sha === branchSha)?.number ?? null;
  return { repo, base, branch: { sha: branchSha, isAhead: commits.length > 0, others, file }, pull, closed };
}

/** Creates the branch, or moves one without commits of its own forward. GitHub refuses a move that would drop a commit. */
export async function startBranch(
  github: GitHub,
  { repo, branch }: ProposalPlace,
  { base, branch: known }: ProposalState,
  signal: AbortSignal,
): Promise<void> {
  const { sha } = base;
  const owned = ownerAndRepo(repo);
  const isAt = async (): Promise<true | null> => ((await refAt(github, repo, branch, signal)) === sha ? true : null);
  const request = { signal };
  const write = async (): Promise<true> => {
    if (known === null) await github.rest.git.createRef({ ...owned, ref: `refs/heads/${branch}`, sha, request });
    else await github.rest.git.updateRef({ ...owned, ref: `heads/${branch}`, sha, force: false, request });
    return true;
  };
  await writeOnce(write, signal, isAt);
}

/** One commit on the branch. GitHub refuses it if somebody changed the file since it was read (`blob`). */
export async function commitFile(
  github: GitHub,
  { repo, branch, path }: ProposalPlace,
  { text, blob, message }: { readonly text: string; readonly blob: string | null; readonly message: string },
  signal: AbortSignal,
): Promise<void> {
  const file = {
    ...ownerAndRepo(repo),
    ...{ path, branch, message, content: Buffer.from(text).toString("base64") },
    ...(blob === null ? {} : { sha: blob }),
    request: { signal },
  };
  const write = async (): Promise<true> => {
    await github.rest.repos.createOrUpdateFileContents(file);
    return true;
  };
  await writeOnce(write, signal, async () => {
    const sha = await refAt(github, repo, branch, signal);
    const now = sha === null ? null : await fileAt(github, repo, { path, ref: sha }, signal);
    return now?.text === text ? true : null;
  });
}

/** The number of the new pull request, or of the one that an earlier try opened. */
export async function openProposal(
  github: GitHub,
  place: ProposalPlace,
  { base, title, body }: { readonly base: string; readonly title: string; readonly body: string },
  signal: AbortSignal,
): Promise<number> {
  const pull = { ...ownerAndRepo(place.repo), head: place.branch, base, title, body };
  const open = async () => (await ask(github.rest.pulls.create, pull, z.object({ number: z.number() }), signal)).number;
  return writeOnce(open, signal, async () => {
    const known = await pullsFrom(github, place, signal);
    return known.find(({ state }) => state === "open")?.number ?? null;
  });
}

export async function describeProposal(
  github: GitHub,
  repo: string,
  { number, body }: OpenProposal,
  signal: AbortSignal,
): Promise<void> {
  const given = { ...ownerAndRepo(repo), pull_number: number, body, request: { signal } };
  await writeOnce<unknown>(() => github.rest.pulls.update(given), signal);
}

/** Newest first. A fork can have a branch of the same name, which is not ours. */
async function pullsFrom(github: GitHub, { repo, branch }: ProposalPlace, signal: AbortSignal) {
  const { owner } = ownerAndRepo(repo);
  const asked = { ...ownerAndRepo(repo), state: "all", head: `${owner}:${branch}`, per_page: 100 } as const;
  const pulls = await ask(github.rest.pulls.list, asked, z.array(Pull), signal);
  return pulls.filter(({ head }) => head.repo?.full_name === repo);
}

async function refAt(github: GitHub, repo: string, branch: string, signal: AbortSignal): Promise<string | null> {
  const asked = { ...ownerAndRepo(repo), ref: `heads/${branch}` };
  const found = await orNull(() => ask(github.rest.git.getRef, asked, Ref, signal));
  return found?.object.sha ?? null;
}

async function fileAt(
  github: GitHub,
  repo: string,
  { path, ref }: { readonly path: string; readonly ref: string },
  signal: AbortSignal,
): Promise<RemoteFile> {
  const asked = { ...ownerAndRepo(repo), path, ref };
  const found = await orNull(() => ask(github.rest.repos.getContent, asked, Content, signal));
  if (found === null) return { text: null, blob: null };
  return { text: Buffer.from(found.content, "base64").toString("utf8"), blob: found.sha };
}

async function orNull<Answer>(read: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null;
    throw error;
  }
}

/** GitHub did not give the token, or it may not write there: the permission is missing. */
export function lacksPermission(error: GitHubError): boolean {
  if (error.message.includes("/access_tokens: ")) return error.status === 422 || error.status === 403;
  return error.status === 403 && error.message.includes("Resource not accessible by");
}
