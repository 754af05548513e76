import { type ChildProcess, fork } from "node:child_process";
import type { Measured, Order } from "./debate-child.ts";
import type { LoggedCall, ServerMessage } from "./debate-server.ts";
import type { MeasuredPlan, PlanOrder } from "./plan-child.ts";

/** The stand-ins in their own process. `calls` gives what was asked since it was called last. */
export interface Server {
  readonly url: string;
  readonly openAiUrl: string;
  readonly calls: () => Promise<readonly LoggedCall[]>;
  readonly close: () => void;
}

export async function startServer(latencyMs: number): Promise<Server> {
  const child = fork(new URL("./debate-server.ts", import.meta.url), [String(latencyMs)]);
  const listening = await next<ServerMessage>(child);
  if (listening.type !== "listening") throw new Error("the stand-ins did not start");
  const { url, openAiUrl } = listening;
  return {
    url,
    openAiUrl,
    close: () => child.disconnect(),
    async calls() {
      const answer = next<ServerMessage>(child);
      child.send("calls");
      const message = await answer;
      return message.type === "calls" ? message.calls : [];
    },
  };
}

/** Runs an order in a process that does nothing else, with as much memory as Node takes by itself unless `execArgv` says otherwise. */
export async function runOrder(
  server: Server,
  order: Omit<Order, "url" | "openAiUrl">,
  execArgv: string[] = [],
): Promise<Measured[]> {
  const child = fork(new URL("./debate-child.ts", import.meta.url), [], { execArgv });
  return answerTo<Measured[]>(child, { ...order, url: server.url, openAiUrl: server.openAiUrl } satisfies Order);
}

/** Makes plans in a process that does nothing else. */
export function runPlans({ url, openAiUrl }: Server, juries: readonly number[]): Promise<MeasuredPlan[]> {
  const child = fork(new URL("./plan-child.ts", import.meta.url));
  return answerTo<MeasuredPlan[]>(child, { url, openAiUrl, juries } satisfies PlanOrder);
}

async function answerTo<Answer>(child: ChildProcess, order: object): Promise<Answer> {
  const answer = next<Answer>(child);
  child.send(order);
  try {
    return await answer;
  } finally {
    if (child.connected) child.disconnect();
  }
}

function next<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${child.spawnfile} ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", (message: Message) => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}
