import type { ModelServer } from "../test/support/model-server.ts";

/** `freshTokens` are the input tokens that no prefix cache serves, and `billed` counts a cached token as a tenth and one of output as five. */
export interface TopologyRow {
  readonly case: string;
  readonly target: string;
  readonly met: boolean;
  readonly [figure: string]: unknown;
}

export const topologySeats = "one=anthropic:claude-opus-5-5,two=openai:gpt-5.5,three=anthropic:claude-sonnet-5-5";

/** Three seats of two vendors, all of them stand-ins. */
export function topologyEnvironment(
  env: Readonly<Record<string, string>>,
  { url, openAiUrl }: ModelServer,
): Readonly<Record<string, string>> {
  const anthropic = { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: url };
  return {
    ...env,
    ...anthropic,
    OPENAI_API_KEY: "stand-in",
    OPENAI_BASE_URL: openAiUrl,
    PR_DEBATE_SEATS: topologySeats,
  };
}

export function callsByStage({ calls }: ModelServer) {
  const byStage = [...Map.groupBy(calls, ({ stage }) => stage)].map(([stage, all]) => [stage, all.length]);
  return { calls: calls.length, byStage: Object.fromEntries(byStage) };
}

export function ratio(part: number, whole: number): number {
  return Math.round((100 * part) / whole) / 100;
}
