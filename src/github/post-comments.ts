import { z } from "zod";
import type { Operation, PullRequest } from "../domain/publication.ts";
import { createOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { allPages } from "./pages.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

interface Target {
  readonly github: GitHub;
  readonly pull: PullRequest;
}

const Comment = z.object({ id: z.number(), body: z.string().nullish() });

/** A comment on a whole file of the change, once. */
export async function commentOnFile(
  { path, body }: { readonly finding: string; readonly path: string; readonly body: string },
  { github, pull }: Target,
  signal: AbortSignal,
): Promise<void> {
  const where = { ...ownerAndRepo(pull.repo), pull_number: pull.number, request: { signal } };
  const route = "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments";
  const comment = { body, commit_id: pull.head.sha, path, subject_type: "file" } as const;
  const create = async () => read(Comment, (await github.request(route, { ...where, ...comment })).data, route).id;
  const list = "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments";
  const find = () => findByMarker((page) => github.request(list, { ...where, per_page: 100, page }), body, list);
  await createOnce(create, find, signal);
}

/** The summary in its place; where somebody deleted it, a new one. */
export async function writeSummary(
  { id, body }: Extract<Operation, { kind: "write-summary" }>,
  { github, pull }: Target,
  signal: AbortSignal,
): Promise<void> {
  const repo = { ...ownerAndRepo(pull.repo), request: { signal } };
  if (id !== null) {
    try {
      await github.request("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
        ...repo,
        comment_id: id,
        body,
      });
      return;
    } catch (error) {
      // Somebody deleted it: it is written anew.
      if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    }
  }
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const where = { ...repo, issue_number: pull.number };
  const create = async () => read(Comment, (await github.request(route, { ...where, body })).data, route).id;
  const list = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const find = () => findByMarker((page) => github.request(list, { ...where, per_page: 100, page }), body, list);
  await createOnce(create, find, signal);
}

/** The comment whose first line is that of `body`: what a lost answer may have left. */
async function findByMarker(
  readPage: Parameters<typeof allPages>[0],
  body: string,
  route: string,
): Promise<number | null> {
  const marker = body.split("\n", 1)[0];
  const { items } = await allPages(readPage, 50);
  const found = items.map((item) => read(Comment, item, route)).find((one) => one.body?.split("\n", 1)[0] === marker);
  return found?.id ?? null;
}
