import { z } from "zod";
import { OtherRepository } from "../domain/errors.ts";
import type { PullRequest } from "../domain/own-posts.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { allPages, ownerAndRepo } from "./requests.ts";

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
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  const answer = await github.request(route, { ...ownerAndRepo(repo), pull_number: number, request: { signal } });
  return pullOf(github, repo, read(Pull, answer.data, route));
}

const mostPages = 30;

/** Every open pull request, newest activity first. More than 3,000 of them cannot be listed with certainty, and that is an error. */
export async function openPullRequests(github: GitHub, repo: string, signal: AbortSignal): Promise<PullRequest[]> {
  const route = "GET /repos/{owner}/{repo}/pulls";
  const list = { ...ownerAndRepo(repo), state: "open", sort: "updated", direction: "desc", per_page: 100 } as const;
  const { items, isCut } = await allPages(
    (page) => github.request(route, { ...list, page, request: { signal } }),
    mostPages,
  );
  if (isCut) throw unreadable(route, "the repository has more than 3,000 open pull requests");
  return items.map((item) => pullOf(github, repo, read(Pull, item, route)));
}

/** The common ancestor that a pull request's diff starts from. */
export async function readMergeBase(
  github: GitHub,
  repo: string,
  base: string,
  head: string,
  signal: AbortSignal,
): Promise<string> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const basehead = `${base}...${head}`;
  const answer = await github.request(route, { ...ownerAndRepo(repo), basehead, per_page: 1, request: { signal } });
  return read(z.object({ merge_base_commit: z.object({ sha: z.string().min(1) }) }), answer.data, route)
    .merge_base_commit.sha;
}

/** Zod at the border: an answer of another shape is no answer. */
export function read<Schema extends z.ZodType>(schema: Schema, data: unknown, route: string): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" };
  throw unreadable(route, `the answer is not of the documented shape (${path.join(".")}: ${message})`);
}

/** An answer that must not be gone on with. */
export function unreadable(route: string, why: string): GitHubError {
  return new GitHubError(`${route}: ${why}`, "Run again; if it stays, report it.", { status: 200, isAmbiguous: false });
}

/** Throws `OtherRepository`. */
function pullOf({ repositoryId }: GitHub, repo: string, pull: z.infer<typeof Pull>): PullRequest {
  const { number, state, draft, title, body, user, labels, base, head, changed_files: changedFiles } = pull;
  const id = base.repo?.id ?? repositoryId;
  if (repositoryId !== undefined && String(id) !== repositoryId) throw new OtherRepository(repo);
  return {
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
 * The numbers of the pull requests in a merge group, as its branch's name and its commits' first lines tell them. A hint, not a proof:
 * whoever relies on it compares the content.
 */
export async function groupMembers(
  github: GitHub,
  { repo, base, head, ref }: { repo: string; base: string; head: string; ref: string },
  signal: AbortSignal,
): Promise<number[]> {
  const [owner = "", name = ""] = repo.split("/");
  const answer = await github.request("GET /repos/{owner}/{repo}/compare/{basehead}", {
    owner,
    repo: name,
    basehead: `${base}...${head}`,
    per_page: 100,
    request: { signal },
  });
  const { commits } = Compared.parse(answer.data);
  const told = madeByQueue(commits, head)
    .map(({ commit }) => commit.message.split("\n")[0] ?? "")
    .map(numberIn);
  const named = /\/pr-(?<number>\d+)-[0-9a-f]+$/.exec(ref)?.groups?.["number"];
  const numbers = [...told, named].flatMap((number) => (number === undefined ? [] : [Number(number)]));
  return [...new Set(numbers)].sort((a, b) => a - b);
}

/** Along the first parents: what a merge brings with it bears titles of its author. All of them where the list does not reach the head. */
function madeByQueue(commits: readonly Commit[], head: string): readonly Commit[] {
  const known = new Map(commits.map((commit) => [commit.sha, commit]));
  const chain: Commit[] = [];
  for (let at = known.get(head); at !== undefined; at = known.get(at.parents[0]?.sha ?? "")) {
    known.delete(at.sha);
    chain.push(at);
  }
  return chain.length === 0 ? commits : chain;
}

/** GitHub's own titles: of a merge, and of a squashed or rebased pull request. */
function numberIn(title: string): string | undefined {
  return /^Merge pull request #(?<number>\d{1,9}) from |\(#(?<squashed>\d{1,9})\)$/
    .exec(title)
    ?.slice(1)
    .find((number) => number !== undefined);
}
