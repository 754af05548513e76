import { z } from "zod";
import type { PullRequest } from "../domain/own-posts.ts";
import type { GitHub } from "./client.ts";
import { allPages } from "./pages.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

const Person = z.object({ login: z.string().optional() }).nullish();
const Commits = z.object({
  commits: z
    .array(z.object({ author: Person, committer: Person, commit: z.object({ message: z.string() }) }))
    .default([]),
});

const mostPages = 10;

/**
 * Who wrote, committed or co-wrote the commits of a pull request, as far as GitHub knows them: git itself believes any name. Null: there are
 * too many commits to tell.
 */
export async function readCommitAuthors(
  github: GitHub,
  { repo, base, head }: Pick<PullRequest, "repo" | "base" | "head">,
  signal: AbortSignal,
): Promise<string[] | null> {
  const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
  const place = { ...ownerAndRepo(repo), basehead: `${base.sha}...${head.sha}`, per_page: 100 };
  const page = async (number: number) => {
    const { data, headers } = await github.request(route, { ...place, page: number, request: { signal } });
    return { data: read(Commits, data, route).commits, headers };
  };
  const { items, isCut } = await allPages(page, mostPages);
  if (isCut) return null;
  const logins = items.flatMap(({ author, committer, commit }) => [
    author?.login ?? "",
    committer?.login ?? "",
    ...coAuthorsIn(commit.message),
  ]);
  return [...new Set(logins.filter((login) => login !== ""))];
}

/** By the address that GitHub gives everybody. */
function coAuthorsIn(message: string): string[] {
  const trailers = message.matchAll(
    /^co-authored-by:[^<\n]*<(?:\d+\+)?(?<login>[\w-]+)@users\.noreply\.github\.com>/gim,
  );
  return [...trailers].flatMap(({ groups }) => groups?.["login"] ?? []);
}
