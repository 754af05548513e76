import { describe, expect, test } from "vitest";
import { hindranceToCommit, isSteering } from "../../src/report/steering-files.ts";
import { aFinding } from "../support/review-builder.ts";

const steering = {
  workflows: [".github/workflows/ci.yml", ".github/actions/a/run.ts", "tools/action.yaml", "action.yml"],
  "continuous integration": [
    ...[".gitlab-ci.yml", "ci/deploy.gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml", "Jenkinsfile"],
    ...[
      "ci/Jenkinsfile.release",
      ".travis.yml",
      "bitbucket-pipelines.yml",
      ".drone.yml",
      ".drone.star",
      "appveyor.yml",
    ],
    ...[".buildkite/pipeline.yml", ".woodpecker.yml", ".woodpecker/test.yaml", ".tekton/push.yaml", "cloudbuild.yaml"],
    ...["buildspec.yml", ".cirrus.yml", ".semaphore/semaphore.yml", ".forgejo/workflows/a.yml", "codemagic.yaml"],
  ],
  hooks: [
    ...[".husky/pre-commit", ".githooks/post-checkout", "lefthook.yml", ".lefthook-local.toml", "lefthook.json"],
    ...[".pre-commit-config.yaml", "scripts/pre-push", "scripts/commit-msg", ".lintstagedrc.json", ".gitattributes"],
    ...[".gitmodules", ".overcommit.yml"],
  ],
  agents: [
    ...["AGENTS.md", "packages/api/AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", ".cursorrules"],
    ...[".cursor/rules/a.mdc", ".windsurfrules", ".clinerules", ".clinerules/a.md", ".github/copilot-instructions.md"],
    ...[
      ".claude/settings.json",
      "app/.claude/commands/x.md",
      ".codex/config.toml",
      ".mcp.json",
      "docs/x.instructions.md",
    ],
  ],
  editors: [".vscode/tasks.json", ".vscode/settings.json", "a/.vscode/launch.json", ".devcontainer/devcontainer.json"],
  "owners and bots": ["CODEOWNERS", "docs/CODEOWNERS", ".github/dependabot.yml", "renovate.json", ".renovaterc.json5"],
  packages: ["package.json", "packages/a/package.json", ".npmrc", ".yarnrc.yml", ".pnpmfile.cjs"],
  "our own settings": [".github/pr-debate.yml", ".github/pr-debate/rules/a.yml", "ci/pr-debate.yaml"],
  "other spellings of a name": [
    ...[".GitHub/Workflows/CI.yml", "agents.MD", "Claude.md", ".GITLAB-CI.YML", "JENKINSFILE", "codeowners"],
    ...[
      "AGENTS.md.",
      "AGENTS.md ",
      ".github./workflows/a.yml",
      ".git\u200chub/workflows/a.yml",
      ".github\\workflows\\a.yml",
    ],
    ...["ＡＧＥＮＴＳ.md"],
  ],
};

describe.each(Object.entries(steering))("one click changes no file of %s", (_, paths) => {
  test.each(paths)("%j", (path) => {
    const finding = aFinding({ path, anchor: "hunk", side: "RIGHT", line: 1, suggestion: "a" });
    expect(hindranceToCommit(finding)).toBe("this file decides what runs or who decides");
  });
});

test.each([
  ...["src/agents/index.ts", "src/hooks/use-cart.ts", "src/action.ts", "docs/github.md", "README.md", "src/claude.ts"],
  ...["Makefile", "Dockerfile", "src/precommit.ts", "src/pipelines/azure.ts", "package.ts", "src/vscode/tasks.json"],
  ...["tsconfig.json", "agents.mdx", "a.codeowners.txt", "config/settings.json"],
])("%s is code like any other", (path) => {
  expect(isSteering(path)).toBe(false);
});
