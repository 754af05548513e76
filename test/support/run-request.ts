import type { GitHubRunRequest } from "../../src/github/runs/run.ts";
import type { Scenario } from "./scenario.ts";

/** A run on the stand-in of a scenario, in this process and without a model. Its task is a review of the pull request. */
export function runRequest({ github, pull }: Pick<Scenario, "github" | "pull">): GitHubRunRequest {
  const { apiUrl, graphqlUrl } = github;
  return {
    task: { kind: "pull-request", repo: github.world.repo, number: pull.number, isExplicit: false },
    env: {},
    offline: true,
    detectsPrograms: false,
    github: { token: github.token(), apiUrl, graphqlUrl },
    configPath: ".github/pr-debate.yml",
    tighten: {},
    version: "0",
    runUrl: null,
    publish: true,
    emit: () => {},
    now: () => new Date(),
  };
}
