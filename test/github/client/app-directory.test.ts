import { afterEach, expect, test } from "vitest";
import { listInstallations } from "../../../src/github/client/app/app-directory.ts";
import { appTokens } from "../../../src/github/client/app/app-tokens.ts";
import { githubClient } from "../../../src/github/client/client.ts";
import { type GitHubServer, startGitHub } from "../../support/github-server.ts";

let server: GitHubServer | null = null;
afterEach(() => server?.close());

test("lists all installations, however many: a missing one would count as gone", async () => {
  const github = await startGitHub("octo/app");
  server = github;
  const { app, apiUrl, graphqlUrl } = github;
  for (let id = 1; id <= 5_001; id += 1)
    app.installations.set(id, { repositories: [], createdAt: "2026-01-01T00:00:00Z" });
  const tokens = appTokens({ appId: String(app.id), privateKey: app.privateKey, apiUrl });
  const token = { identity: "app", tokenFor: tokens.appToken, mayWrite: async () => {}, issued: tokens.issued };
  const options = { token, apiUrl, graphqlUrl, version: "0", deadlineMs: () => 0, onNote: () => {} };
  const installations = await listInstallations(githubClient(options), new AbortController().signal);
  expect(installations).toHaveLength(5_001);
});
