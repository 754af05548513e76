import type { Environment } from "../../local/git.ts";
import { openFolder } from "../../local/repository.ts";

/** The root of the repository around a folder; the folder itself where there is none. */
export async function rootOf(directory: string, env: Environment, signal: AbortSignal): Promise<string> {
  return (await openFolder(directory, env, signal)).repository?.root ?? directory;
}
