import { Readable } from "node:stream";
import { afterAll } from "vitest";
import type { Review } from "../../src/domain/review.ts";
import type { LocalReviewOptions } from "../../src/surfaces/wiring/local-options.ts";
import { reviewLocally } from "../../src/surfaces/wiring/review-locally.ts";
import { type GitRepository, gitRepository } from "./git-repository.ts";

type Texts = Readonly<Record<string, string | Buffer>>;

const repositories: GitRepository[] = [];
afterAll(() => {
  for (const repository of repositories) repository.remove();
});

/** `base` is committed on main; `head` is committed on a branch, which stays checked out. */
export function aTopic(base: Texts, head: Texts): GitRepository {
  const repository = gitRepository();
  repositories.push(repository);
  repository.write("README.md", "# Shop\n");
  for (const [path, text] of Object.entries(base)) repository.write(path, text);
  repository.commit("base");
  repository.git("switch", "-q", "-c", "topic");
  for (const [path, text] of Object.entries(head)) repository.write(path, text);
  if (Object.keys(head).length > 0) repository.commit("head");
  return repository;
}

/** What rules alone say of a change, by default of the branch, in this process: no start of a program is waited for. */
export function reviewOffline(
  { path, env }: Pick<GitRepository, "path" | "env">,
  change: LocalReviewOptions["change"] = {},
): Promise<Review> {
  const options = {
    directory: path,
    env,
    change,
    stdin: Readable.from([]),
    config: null,
    offline: true,
    blockOn: null,
    effort: "standard" as const,
    emit: () => undefined,
    now: () => new Date(0),
  };
  return reviewLocally(options, new AbortController().signal);
}
