import { gitFailure } from "./errors.ts";
import { runGit } from "./git.ts";
import type { Repository } from "./repository.ts";

/** One line of git's configuration. Sections and keys are in lower case. A value of null is a key alone, which means true. */
interface ConfigEntry {
  readonly key: string;
  readonly value: string | null;
}

/** Asked once for each opened repository. After a failure the next call asks again. */
const known = new WeakMap<Repository, Promise<readonly ConfigEntry[]>>();

/** The configuration as git uses it for this repository, in its order: the last line of a key counts. */
export function configurationOf(repository: Repository, signal: AbortSignal): Promise<readonly ConfigEntry[]> {
  const asked =
    known.get(repository) ??
    readConfiguration(repository, signal).catch((error: unknown) => {
      known.delete(repository);
      throw error;
    });
  known.set(repository, asked);
  return asked;
}

/** The value of a key, or null where it has none. */
export async function configured(repository: Repository, key: string, signal: AbortSignal): Promise<string | null> {
  const entries = await configurationOf(repository, signal);
  return entries.findLast((entry) => entry.key === key)?.value ?? null;
}

async function readConfiguration({ place }: Repository, signal: AbortSignal): Promise<readonly ConfigEntry[]> {
  const { exitCode, stdout, stderr } = await runGit(place, ["config", "--null", "--list"], { signal });
  if (exitCode !== 0) throw gitFailure("config", stderr, place.directory);
  const lines = stdout.toString("utf8").split("\0").filter(Boolean);
  return lines.map((line) => {
    const end = line.indexOf("\n");
    return end === -1 ? { key: line, value: null } : { key: line.slice(0, end), value: line.slice(end + 1) };
  });
}
