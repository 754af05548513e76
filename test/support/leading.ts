import type { Toolbox } from "../../src/panel/stages/tool-loop.ts";

type Call = readonly [tool: string, args: object];
export const spawn = (name: string, more: object = {}): Call => [
  "spawn_agent",
  { name, instructions: "Look.", ...more },
];
export const give = (...tasks: readonly (readonly [agent: string, task: string])[]): Call => [
  "delegate_parallel",
  { tasks: tasks.map(([agent, task]) => ({ agent, task })) },
];
export const complete: Call = ["complete", {}];

/** A lead in memory that makes these calls until one ends its work. `results` are what it was shown. */
export function leading(...calls: readonly Call[]) {
  const results: string[] = [];
  const lead = async ({ tools }: { readonly tools: Toolbox }, signal: AbortSignal): Promise<string> => {
    for (const [tool, args] of calls) {
      if ((tools.ended?.() ?? null) !== null || tools.isSpent()) break;
      results.push(await tools.call(tool, JSON.stringify(args), signal));
    }
    return "";
  };
  return { lead, results };
}
