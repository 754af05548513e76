import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type AppProcess, startAppProcess } from "../test/support/app-run.ts";
import { type GitHubServer, startGitHub } from "../test/support/github-server.ts";
import { type Postgres, startPostgres } from "../test/support/postgres.ts";

export type StoreKind = "pglite" | "postgresql";

/** What an App needs around it: a GitHub with one installation, and a database. */
export interface Surroundings {
  readonly github: GitHubServer;
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
}

export async function withSurroundings<Result>(
  store: StoreKind,
  use: (surroundings: Surroundings) => Promise<Result>,
): Promise<Result> {
  const postgres: Postgres | null = store === "pglite" ? null : await startPostgres();
  const github = await startGitHub();
  github.app.installations.set(77, { repositories: ["octo/app"], createdAt: new Date().toISOString() });
  const dataDirectory = await mkdtemp(path.join(tmpdir(), "bench-app-"));
  try {
    return await use({ github, databaseUrl: postgres?.url ?? null, dataDirectory });
  } finally {
    await github.close();
    await postgres?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** From the start of the process to `ready`, on a data directory that an earlier one left; the memory when it then has nothing to do. */
export async function benchIdle(
  store: StoreKind,
  { starts, idleSeconds }: { readonly starts: number; readonly idleSeconds: number },
): Promise<{
  readyMs: number[];
  readyCpuMs: number[];
  idleMegabytes: number;
  peakMegabytes: number;
  idleCpuPercent: number;
}> {
  return withSurroundings(store, async (surroundings) => {
    await (await startAppProcess(surroundings)).stop();
    const readyMs: number[] = [];
    const readyCpuMs: number[] = [];
    const start = async (): Promise<AppProcess> => {
      const startedAt = performance.now();
      const app = await startAppProcess(surroundings);
      readyMs.push(performance.now() - startedAt);
      readyCpuMs.push(processorSeconds(app) * 1_000);
      return app;
    };
    for (let turn = 1; turn < starts; turn += 1) await (await start()).stop();
    const app = await start();
    await pause((idleSeconds / 2) * 1_000);
    const before = processorSeconds(app);
    await pause((idleSeconds / 2) * 1_000);
    const idleCpuPercent = ((processorSeconds(app) - before) / (idleSeconds / 2)) * 100;
    const [idleMegabytes, peakMegabytes] = [megabytes(app, "VmRSS"), megabytes(app, "VmHWM")];
    await app.stop();
    return { readyMs, readyCpuMs, idleMegabytes, peakMegabytes, idleCpuPercent };
  });
}

/** By the kernel's own count; NaN where there is none. */
function megabytes({ child }: AppProcess, figure: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

/** Linux counts in hundredths of a second, of all threads. */
export function processorSeconds({ child }: AppProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
