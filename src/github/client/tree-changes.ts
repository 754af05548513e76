import { z } from "zod";
import type { PatchFile } from "../../domain/ports.ts";
import type { GitHub } from "./client.ts";
import { ask, ownerAndRepo } from "./requests.ts";

const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z.string(), sha: z.string() })),
  truncated: z.boolean(),
});
type Entry = z.infer<typeof Tree>["tree"][number];

/**
 * The files that differ between two commits and that `listed` does not name, without patches: GitHub lists 300 files of a comparison, and
 * all files of a tree (REST docs). Null where a tree is cut.
 */
export async function furtherFiles(
  github: GitHub,
  { repo, base, head }: { readonly repo: string; readonly base: string; readonly head: string },
  listed: readonly PatchFile[],
  signal: AbortSignal,
): Promise<readonly PatchFile[] | null> {
  const [before, after] = await Promise.all([base, head].map((sha) => readTree(github, repo, sha, signal)));
  if (!before || !after) return null;
  // A renamed file is gone at its old place, which the list names beside the new one.
  const known = new Set(listed.flatMap(({ filename, previous_filename: from }) => [filename, from]));
  const added = [...after.values()].filter(({ path, sha, mode }) => {
    const old = before.get(path);
    return !known.has(path) && (old?.sha !== sha || old.mode !== mode);
  });
  const removed = [...before.values()].filter(({ path }) => !known.has(path) && !after.has(path));
  return [
    ...added.map(({ path, sha }) => ({ filename: path, status: before.has(path) ? "modified" : "added", sha })),
    ...removed.map(({ path, sha }) => ({ filename: path, status: "removed", sha })),
  ];
}

/** Everything but folders, by path; null where GitHub cut the list. */
async function readTree(github: GitHub, repo: string, sha: string, signal: AbortSignal) {
  const asked = { ...ownerAndRepo(repo), tree_sha: sha, recursive: "1" };
  const { tree, truncated } = await ask(github.rest.git.getTree, asked, Tree, signal);
  const files = tree.filter(({ type }) => type !== "tree").map((entry): [string, Entry] => [entry.path, entry]);
  return truncated ? null : new Map(files);
}
