import { z } from "zod";
import type { GitHub } from "./client.ts";

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
