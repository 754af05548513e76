import { z } from "zod";
import type { ChangeSource, PlanSource } from "../domain/ports.ts";
import type { GitHub } from "./client.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";
import { readTexts } from "./texts.ts";

const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z.string() })),
  truncated: z.boolean(),
});
const linkMode = "120000";
const mostPaths = 50_000;

interface RemotePlanOptions {
  readonly repo: string;
  /** What the file map and the texts are read at. */
  readonly revision: string;
  /** Null: nothing is being changed. */
  readonly change: ChangeSource | null;
  /** What the question was asked on; untrusted. */
  readonly thread: string;
  readonly onNote: (note: string) => void;
}

/** A question about a repository on GitHub, at one revision. */
export function remotePlanSource(github: GitHub, options: RemotePlanOptions): PlanSource {
  const { repo, revision, change, thread } = options;
  return {
    async survey(signal) {
      const [paths, raw] = await Promise.all([readPaths(github, options, signal), change?.fetch(signal) ?? null]);
      return { paths, change: raw, thread };
    },
    async texts(paths, signal) {
      const expressionOf = (path: string): string => `${revision}:${path}`;
      const { blobs } = await readTexts(github, repo, paths.map(expressionOf), signal);
      return new Map(
        paths.flatMap((path) => {
          const text = blobs.get(expressionOf(path))?.text ?? null;
          return text === null ? [] : [[path, text] as const];
        }),
      );
    },
  };
}

/** Regular files only. GitHub cuts the list at 100,000 entries or 7 MB, and says so (REST docs, "Get a tree"). */
async function readPaths(
  github: GitHub,
  { repo, revision, onNote }: RemotePlanOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const route = "GET /repos/{owner}/{repo}/git/trees/{tree_sha}";
  const asked = { ...ownerAndRepo(repo), tree_sha: revision, recursive: "1", request: { signal } };
  const { tree, truncated } = read(Tree, (await github.request(route, asked)).data, route);
  const files = tree.filter(({ type, mode }) => type === "blob" && mode !== linkMode).map(({ path }) => path);
  if (truncated || files.length > mostPaths)
    onNote(
      "The repository has more files than could be listed: the map of it is cut, and files beyond cannot be named.",
    );
  return files.slice(0, mostPaths);
}
