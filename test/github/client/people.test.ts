import { afterEach, beforeEach, expect, test } from "vitest";
import { githubClient } from "../../../src/github/client/client.ts";
import { readCommitAuthors } from "../../../src/github/client/people.ts";
import { type GitHubServer, startGitHub } from "../../support/github-server.ts";

let server: GitHubServer;
beforeEach(async () => {
  server = await startGitHub();
});
afterEach(() => server.close());

test("M21 authors, committers and co-authors with an account of GitHub have a commit in a pull request", async () => {
  const message = [
    "Fix it",
    "",
    "Co-authored-by: Max <12+max@users.noreply.github.com>",
    "Co-authored-by: Eve <eve@example.com>",
  ].join("\n");
  const commits = [
    { author: { login: "ann" }, committer: { login: "bob" }, commit: { message } },
    { author: null, committer: { login: "bob" }, commit: { message: "Again" } },
  ];
  server.fault = () => ({ kind: "answer", answer: { status: 200, body: { commits } } });
  const { apiUrl, graphqlUrl } = server;
  const limits = { deadlineMs: () => 0, onNote: () => undefined };
  const github = githubClient({ token: server.token(), apiUrl, graphqlUrl, version: "1", ...limits });
  const sides = { base: { ref: "main", sha: "a".repeat(40) }, head: { ref: "topic", sha: "b".repeat(40) } };
  const authors = await readCommitAuthors(github, { repo: "octo/app", ...sides }, new AbortController().signal);
  expect(authors).toEqual(["ann", "bob", "max"]);
});
