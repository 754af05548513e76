import { afterEach, beforeEach, expect, test } from "vitest";
import { githubClient } from "../../../src/github/client/client.ts";
import { readCommitAuthors, recentComments } from "../../../src/github/client/people.ts";
import { type GitHubServer, startGitHub } from "../../support/github-server.ts";

let server: GitHubServer;
beforeEach(async () => {
  server = await startGitHub();
});
afterEach(() => server.close());

const client = () => {
  const { apiUrl, graphqlUrl } = server;
  const limits = { deadlineMs: () => 0, onNote: () => undefined };
  return githubClient({ token: server.token(), apiUrl, graphqlUrl, version: "1", ...limits });
};

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
  const github = client();
  const sides = { base: { ref: "main", sha: "a".repeat(40) }, head: { ref: "topic", sha: "b".repeat(40) } };
  const authors = await readCommitAuthors(github, { repo: "octo/app", ...sides }, new AbortController().signal);
  expect(authors).toEqual(["ann", "bob", "max"]);
});

test("recent are a person's comments since then and before this one, whatever else GitHub lists", async () => {
  const said = (id: number, at: string, login = "max") => ({ id, body: `${id}`, created_at: at, user: { login } });
  const comments = [
    // Edited since, so that GitHub lists it.
    said(1, "2026-01-01T11:59:59Z"),
    said(2, "2026-01-01T12:00:00Z"),
    said(3, "2026-01-01T12:30:00Z", "eve"),
    said(4, "2026-01-01T13:00:00Z"),
    said(5, "2026-01-01T13:00:00Z"),
    said(6, "2026-01-01T13:00:00Z"),
  ];
  server.fault = () => ({ kind: "answer", answer: { status: 200, body: comments } });
  const place = { repo: "octo/app", number: 7, comment: 5, isInThread: false, isOnIssue: true };
  const recent = await recentComments(
    client(),
    { ...place, writtenAt: "2026-01-01T13:00:00Z" },
    { login: "max", since: new Date("2026-01-01T12:00:00Z") },
    new AbortController().signal,
  );
  expect(recent.map(({ body }) => body)).toEqual(["2", "4"]);
});
