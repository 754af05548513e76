import { z } from "zod";
import type { ChangedFile } from "../../domain/change.ts";
import { isBinaryFormat } from "../../domain/file-formats.ts";
import type { PullRequest } from "../../domain/github/own-posts.ts";
import type { ChangeSource, Contents, PatchFile, PlanSource, RawChange } from "../../domain/ports.ts";
import type { GitHub } from "./client.ts";
import { ask, askAll, ownerAndRepo } from "./requests.ts";
import { type Blob, readTexts } from "./texts.ts";
import { furtherFiles } from "./tree-changes.ts";

const File = z.object({
  filename: z.string(),
  previous_filename: z.string().optional(),
  status: z.string(),
  additions: z.number().optional(),
  deletions: z.number().optional(),
  patch: z.string().optional(),
  sha: z.string().nullish(),
});

const Compared = z.object({ merge_base_commit: z.object({ sha: z.string() }), files: z.array(File).default([]) });

/** GitHub lists no more files than this of a pull request, and this many of a comparison (REST docs). */
const mostFiles = 3_000;
const mostPages = mostFiles / 100;
const mostCompared = 300;

/** The change of a pull request by its list of files; the diff media type fails at 300 files. */
export function pullRequestSource(
  github: GitHub,
  { pull, mergeBase }: { readonly pull: PullRequest; readonly mergeBase: string },
): ChangeSource {
  const { repo, number, base, head, title, body, changedFiles } = pull;
  return {
    async fetch(signal): Promise<RawChange> {
      const asked = { ...ownerAndRepo(repo), pull_number: number };
      const { items } = await askAll(github.rest.pulls.listFiles, asked, { schema: z.array(File), mostPages }, signal);
      const files = withUnseen(items, mostFiles, changedFiles);
      const description = [title, body].filter((text) => text !== "").join("\n\n");
      return {
        repo,
        number,
        base,
        head,
        mergeBase,
        ...pageOf(github, repo),
        description,
        diff: { kind: "github", files },
      };
    },
    contents: (files, signal) => contentsAt(github, { repo, base: mergeBase, head: head.sha }, files, signal),
  };
}

/** The change between two commits, such as a merge group and its base. */
export function compareSource(
  github: GitHub,
  { repo, base, head }: { readonly repo: string; readonly base: string; readonly head: string },
): ChangeSource {
  return {
    async fetch(signal): Promise<RawChange> {
      const asked = { ...ownerAndRepo(repo), basehead: `${base}...${head}`, per_page: 100 };
      const method = github.rest.repos.compareCommitsWithBasehead;
      const { merge_base_commit: mergeBase, files } = await ask(method, asked, Compared, signal);
      const commits = { repo, base: mergeBase.sha, head };
      const further = files.length < mostCompared ? [] : await furtherFiles(github, commits, files, signal);
      const all = further === null ? withUnseen(files, mostCompared) : [...files, ...further];
      const diff = { kind: "github" as const, files: all };
      const revisions = { base: { ref: base.slice(0, 7), sha: base }, head: { ref: head.slice(0, 7), sha: head } };
      return { repo, number: null, ...revisions, mergeBase: mergeBase.sha, ...pageOf(github, repo), diff };
    },
    contents: (files, signal) => contentsAt(github, { repo, base, head }, files, signal),
  };
}

function pageOf({ webUrl }: GitHub, repo: string): Pick<RawChange, "web"> {
  return webUrl ? { web: `${webUrl}/${repo}` } : {};
}

/**
 * A list at GitHub's limit may lack files, and so does one that is shorter than GitHub's count. An entry without a patch makes the coverage
 * name this and stay incomplete (H60).
 */
function withUnseen(files: readonly PatchFile[], limit: number, counted: number | null = null): readonly PatchFile[] {
  const unseen = (filename: string): readonly PatchFile[] => [...files, { filename, status: "unseen" }];
  if (files.length >= limit) return unseen(`(files beyond the first ${limit} that GitHub lists)`);
  if (counted === null || counted === files.length) return files;
  return unseen(`(GitHub counts ${counted} changed files and lists ${files.length})`);
}

/** The head text of every file and the modes of both sides. Base texts only where no patch can rebuild them. */
async function contentsAt(
  github: GitHub,
  { repo, base, head }: { readonly repo: string; readonly base: string; readonly head: string },
  files: readonly ChangedFile[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Contents>> {
  const wanted = files.filter(({ kind, unreviewed, patchMissing }) => kind === "text" && (!unreviewed || patchMissing));
  const pathAtBase = ({ path, previousPath }: ChangedFile): string => previousPath ?? path;
  const headOf = ({ path }: ChangedFile): string => `${head}:${path}`;
  const baseOf = (file: ChangedFile): string => `${base}:${pathAtBase(file)}`;
  const atBase = wanted.filter(({ status }) => status !== "added");
  const bases = atBase.filter(({ patchMissing }) => patchMissing === true);
  const heads = wanted.filter(({ status }) => status !== "removed");
  const alone = wanted.filter(({ path, patchMissing }) => patchMissing === true && !isBinaryFormat(path));
  const close = new Set(alone.flatMap((file) => [headOf(file), baseOf(file)]));
  const modesAt = {
    base: { sha: base, paths: atBase.map(pathAtBase) },
    head: { sha: head, paths: heads.map(({ path }) => path) },
  };
  const asked = [...wanted.map(headOf), ...bases.map(baseOf)];
  const { blobs, modes } = await readTexts(github, repo, asked, signal, modesAt, (expression) => close.has(expression));
  return new Map(
    wanted.map((file): [string, Contents] => [
      file.path,
      {
        ...sideOf("head", blobs.get(headOf(file)), modes.head.get(file.path)),
        ...sideOf("base", blobs.get(baseOf(file)), modes.base.get(pathAtBase(file))),
      },
    ]),
  );
}

function sideOf(side: "base" | "head", blob: Blob | null | undefined, mode: string | undefined): Contents {
  const text = blob === null ? null : blob?.text;
  return {
    ...(text === undefined || (text === null && blob !== null) ? {} : { [side]: text }),
    ...(blob?.lack ? { [`${side}Lack`]: blob.lack } : {}),
    ...(blob?.marked && { decoded: true }),
    ...(blob?.oid ? { [`${side}Blob`]: blob.oid } : {}),
    ...(mode === undefined ? {} : { [`${side}Mode`]: mode }),
  };
}

const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), type: z.string(), mode: z.string() })),
  truncated: z.boolean(),
});
const linkMode = "120000";
const mostPaths = 50_000;

interface RemotePlanOptions {
  readonly repo: string;
  /** The commit that paths and texts are read at. */
  readonly revision: string;
  /** Null: the question is about no change. */
  readonly change: ChangeSource | null;
  /** Title, text and comments around the question; untrusted. */
  readonly thread: string;
  readonly onNote: (note: string) => void;
}

/** The repository that a plan is about, at one revision. */
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
  const asked = { ...ownerAndRepo(repo), tree_sha: revision, recursive: "1" };
  const { tree, truncated } = await ask(github.rest.git.getTree, asked, Tree, signal);
  const files = tree.filter(({ type, mode }) => type === "blob" && mode !== linkMode).map(({ path }) => path);
  if (truncated || files.length > mostPaths)
    onNote(
      "The repository has more files than could be listed: its map is cut off, and files beyond the cut cannot be named.",
    );
  return files.slice(0, mostPaths);
}
