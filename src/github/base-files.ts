import { z } from "zod";
import { ReviewError } from "../domain/errors.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { codeSpan } from "../text/text.ts";
import type { GitHub } from "./client.ts";
import { baseDocument } from "./documents.ts";
import { ownerAndRepo, read } from "./requests.ts";
import { GitObject, textOf } from "./texts.ts";

const Folder = z
  .object({
    __typename: z.string(),
    entries: z.array(z.object({ name: z.string(), type: z.string(), mode: z.number(), object: GitObject })).nullish(),
  })
  .nullable();

interface Found {
  readonly files: ReadonlyMap<string, GitObject>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

const linkMode = 0o120000;

/**
 * Files at one revision by GraphQL: everything named in `prefetch` comes with the first request. A file that is not there is null; an
 * answer that did not come, or a revision that does not exist, is an error and never "no file" (H27).
 */
export function remoteBaseFiles(
  github: GitHub,
  options: {
    readonly repo: string;
    readonly revision: string;
    readonly prefetch: { readonly paths: readonly string[]; readonly folders: readonly string[] };
  },
): BaseFiles {
  const { prefetch } = options;
  let first: Promise<Found> | undefined;
  const found = (signal: AbortSignal): Promise<Found> => {
    first ??= fetchBase(github, options, prefetch, signal);
    return first;
  };
  return {
    async readBaseFile(path, signal) {
      const known = await found(signal);
      const { files } = known.files.has(path)
        ? known
        : await fetchBase(github, options, { paths: [path], folders: [] }, signal);
      const object = files.get(path) ?? null;
      if (object === null) return null;
      const text = textOf(object);
      if (text !== null) return text;
      throw new ReviewError(
        `${codeSpan(path)} at ${options.revision.slice(0, 7)} is not a text file of at most 1 MiB.`,
        "Replace it by a regular text file on the base branch (a link or a folder does not count).",
      );
    },
    async listBaseFiles(folder, signal) {
      const known = await found(signal);
      const { folders } = known.folders.has(folder)
        ? known
        : await fetchBase(github, options, { paths: [], folders: [folder] }, signal);
      return [...(folders.get(folder) ?? [])];
    },
  };
}

async function fetchBase(
  github: GitHub,
  { repo, revision }: { readonly repo: string; readonly revision: string },
  { paths, folders }: { readonly paths: readonly string[]; readonly folders: readonly string[] },
  signal: AbortSignal,
): Promise<Found> {
  const { owner, repo: name } = ownerAndRepo(repo);
  const expressions = [
    ...paths.map((path, index) => [`e${index}`, `${revision}:${path}`]),
    ...folders.map((path, index) => [`d${index}`, `${revision}:${path}`]),
  ];
  const variables = { owner, name, revision, ...Object.fromEntries(expressions) };
  const answer = await github.graphql(baseDocument(paths.length, folders.length), variables, signal);
  const Repository = z.object({ repository: z.record(z.string(), z.unknown()) });
  const { repository } = read(Repository, answer, "GraphQL Base");
  if (repository["revision"] === null)
    throw new ReviewError(
      `The commit ${revision.slice(0, 7)} is not in ${repo}.`,
      "Run again; if it stays, report it.",
    );
  const files = paths.map((path, index) => [path, read(GitObject, repository[`f${index}`], "GraphQL Base")] as const);
  const lists = folders.map((folder, index) => {
    const entries = read(Folder, repository[`d${index}`], "GraphQL Base")?.entries ?? [];
    const listed = entries.filter(({ type, mode }) => type === "blob" && mode !== linkMode);
    return { folder, entries: listed.map((entry) => ({ path: `${folder}/${entry.name}`, object: entry.object })) };
  });
  const inFolders = lists.flatMap(({ entries }) => entries.map(({ path, object }) => [path, object] as const));
  return {
    files: new Map([...inFolders, ...files]),
    folders: new Map(lists.map(({ folder, entries }) => [folder, entries.map(({ path }) => path).toSorted()])),
  };
}
