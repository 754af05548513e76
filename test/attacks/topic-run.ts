import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../support/built-cli.ts";
import type { GitRepository } from "../support/git-repository.ts";
import { type ModelCall, startModelServer } from "../support/model-server.ts";
import { runCli } from "../surfaces/cli/run-cli.ts";
import { keys, type Model } from "./debate-run.ts";

const threeSeats =
  "one=anthropic:claude-opus-5-5@correctness,two=openai:gpt-6-sol@security,three=anthropic:claude-sonnet-5-5@tests";

interface TopicRun extends Outcome {
  readonly calls: readonly ModelCall[];
}

/** A command and its answers: what each seat says in a stage, else what all seats say in it. */
interface TopicOptions {
  readonly words: readonly string[];
  readonly replies: Model;
  readonly models?: Readonly<Record<string, Model>>;
  readonly seats?: string;
}

/** `plan` and `debate` by the real command over real HTTP; the seats are one, two and three. Nothing is replayed of an earlier run. */
export async function topicRun(
  repository: GitRepository,
  { words, replies, models = {}, seats = threeSeats }: TopicOptions,
): Promise<TopicRun> {
  rmSync(join(repository.path, ".debate"), { recursive: true, force: true });
  const server = await startModelServer(
    (call) => (models[call.seat]?.[call.stage] ?? replies[call.stage])?.(call) ?? {},
  );
  try {
    const outcome = await runCli(repository, [...words, "--no-report"], {
      env: {
        PR_DEBATE_SEATS: seats,
        ...{ ANTHROPIC_API_KEY: keys.anthropic, ANTHROPIC_BASE_URL: server.url },
        ...{ OPENAI_API_KEY: keys.openai, OPENAI_BASE_URL: server.openAiUrl },
      },
    });
    if (outcome.stdout === "") throw new Error(`no report, exit ${outcome.code}: ${outcome.stderr}`);
    return { ...outcome, calls: server.calls };
  } finally {
    await server.close();
  }
}
