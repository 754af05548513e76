import { z } from "zod";
import { OtherRepository } from "../../domain/errors.ts";
import type { MergeGroup, PullRequest } from "../../domain/github/own-posts.ts";
import type { GitHub } from "./client.ts";
import { ask, askAll, ownerAndRepo, routeOf, unreadable } from "./requests.ts";

const Ref = z.object({ ref: z.string(), sha: z.string() });
const Base = Ref.extend({ repo: z.object({ id: z.number().int().optional() }).nullish() });
const Pull = z.object({
  number: z.number().int(),
  state: z.string(),
  draft: z.boolean().nullish(),
  changed_files: z.number().int().nullish(),
  title: z.string().nullish(),
  body: z.string().nullish(),
  user: z.object({ login: z.string(), type: z.string().nullish() }).nullish(),
  labels: z.array(z.object({ name: z.string().nullish() })).nullish(),
  base: Base,
  head: Ref.extend({ repo: z.object({ full_name: z.string() }).nullish() }),
});

export async function readPullRequest(
  github: GitHub,
  repo: string,
  number: number,
  signal: AbortSignal,
): Promise<PullRequest> {
  const asked = { ...ownerAndRepo(repo), pull_number: number };
  return pullOf(github, repo, await ask(github.rest.pulls.get, asked, Pull, signal));
}

const mostPages = 30;

/** Every open pull request, newest activity first. A list of more than 3,000 is an error: it cannot be read as a whole. */
export async function openPullRequests(github: GitHub, repo: string, signal: AbortSignal): Promise<PullRequest[]> {
  const method = github.rest.pulls.list;
  const asked = { ...ownerAndRepo(repo), state: "open", sort: "updated", direction: "desc" } as const;
  const { items, isCut } = await askAll(method, asked, { schema: z.array(Pull), mostPages }, signal);
  if (isCut) throw unreadable(routeOf(method), "the repository has more than 3,000 open pull requests");
  return items.map((item) => pullOf(github, repo, item));
}

const MergeBase = z.object({ merge_base_commit: z.object({ sha: z.string().min(1) }) });

/** The common ancestor that a pull request's diff starts from. */
export async function readMergeBase(
  github: GitHub,
  repo: string,
  base: string,
  head: string,
  signal: AbortSignal,
): Promise<string> {
  const asked = { ...ownerAndRepo(repo), basehead: `${base}...${head}`, per_page: 1 };
  const compared = await ask(github.rest.repos.compareCommitsWithBasehead, asked, MergeBase, signal);
  return compared.merge_base_commit.sha;
}

/** Throws `OtherRepository`. */
function pullOf({ repositoryId }: GitHub, repo: string, pull: z.infer<typeof Pull>): PullRequest {
  const { number, state, draft, title, body, user, labels, base, head, changed_files: changedFiles } = pull;
  const id = base.repo?.id ?? repositoryId;
  if (repositoryId !== undefined && String(id) !== repositoryId) throw new OtherRepository(repo);
  return {
    kind: "pull-request",
    repo,
    number,
    isOpen: state === "open",
    isDraft: draft === true,
    author: user?.login ?? "ghost",
    isByBot: user?.type === "Bot",
    labels: (labels ?? []).flatMap(({ name }) => (name ? [name] : [])),
    title: title ?? "",
    body: body ?? "",
    base: { ref: base.ref, sha: base.sha },
    head: { ref: head.ref, sha: head.sha },
    headRepo: head.repo?.full_name ?? null,
    changedFiles: changedFiles ?? null,
  };
}

const Commit = z.object({
  sha: z.string(),
  commit: z.object({ message: z.string() }),
  parents: z.array(z.object({ sha: z.string() })).default([]),
});
type Commit = z.infer<typeof Commit>;
const Compared = z.object({ commits: z.array(Commit) });

/**
 * The numbers of the pull requests in a merge group, by its branch's name and its commits' first lines. They are a hint, not a proof: a
 * caller that relies on them compares the content.
 */
export async function groupMembers(
  github: GitHub,
  { repo, base, head }: MergeGroup,
  signal: AbortSignal,
): Promise<number[]> {
  const asked = { ...ownerAndRepo(repo), basehead: `${base.sha}...${head.sha}`, per_page: 100 };
  const { commits } = await ask(github.rest.repos.compareCommitsWithBasehead, asked, Compared, signal);
  const titled = madeByQueue(commits, head.sha)
    .map(({ commit }) => commit.message.split("\n")[0] ?? "")
    .map(numberIn);
  const named = /\/pr-(?<number>\d+)-[0-9a-f]+$/.exec(head.ref)?.groups?.["number"];
  const numbers = [...titled, named].flatMap((number) => (number === undefined ? [] : [Number(number)]));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** The commits along the first parents: the author of a merged branch chose the titles of its commits. All commits where the list lacks the head. */
function madeByQueue(commits: readonly Commit[], head: string): readonly Commit[] {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const chain: Commit[] = [];
  for (let at = known.get(head); at !== undefined; at = known.get(at.parents[0]?.sha ?? "")) {
    known.delete(at.sha);
    chain.push(at);
  }
  return chain.length === 0 ? commits : chain;
}

/** Reads the titles that GitHub writes: for a merge, and for a squashed or rebased pull request. */
function numberIn(title: string): string | undefined {
  return /^Merge pull request #(?<number>\d{1,9}) from |\(#(?<squashed>\d{1,9})\)$/
    .exec(title)
    ?.slice(1)
    .find((number) => number !== undefined);
}
