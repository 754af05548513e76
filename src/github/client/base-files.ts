import { Readable } from "node:stream";
import { z } from "zod";
import { messageOf, NotText, ReviewError, runAgain } from "../../domain/errors.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { codeSpan } from "../../text/text.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { ownerAndRepo, type Part, queryPart, read, unreadable } from "./requests.ts";
import { blobFields, blobText, GitObject } from "./texts.ts";

const Folder = z
  .object({
    __typename: z.string(),
    entries: z.array(z.object({ name: z.string(), type: z.string(), mode: z.number(), object: GitObject })).nullish(),
  })
  .nullable();

/** `isMissing`: the repository has no such revision. */
export interface FoundAtBase {
  readonly isMissing: boolean;
  readonly files: ReadonlyMap<string, GitObject>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
}

export interface AskedAtBase {
  readonly paths: readonly string[];
  readonly folders: readonly string[];
}

const linkMode = 0o120000;

/**
 * Files at one revision by GraphQL. `known`: what was read with another query; left out, the first request brings everything in `prefetch`.
 * A missing file is null. A missing answer or revision is an error and never "no file" (H27).
 */
export function remoteBaseFiles(
  github: GitHub,
  options: { readonly repo: string; readonly revision: string },
  prefetch: AskedAtBase,
  known?: FoundAtBase,
): BaseFiles {
  const { repo, revision } = options;
  const fetchBase = async (asked: AskedAtBase, signal: AbortSignal): Promise<FoundAtBase> =>
    there(options, await queryPart(github, { repo, name: "Base" }, basePart(revision, asked), signal));
  let first: Promise<FoundAtBase> | undefined;
  const found = (signal: AbortSignal): Promise<FoundAtBase> => {
    first ??= known === undefined ? fetchBase(prefetch, signal) : Promise.resolve(there(options, known));
    return first;
  };
  return {
    async existing(paths, signal) {
      const known = await found(signal);
      const missing = paths.filter((path) => !known.files.has(path));
      const { files } = missing.length === 0 ? known : await fetchBase({ paths, folders: [] }, signal);
      return paths.filter((path) => (files.get(path) ?? null) !== null);
    },
    async readBaseFile(path, signal) {
      const known = await found(signal);
      const { files } = known.files.has(path) ? known : await fetchBase({ paths: [path], folders: [] }, signal);
      const object = files.get(path) ?? null;
      if (object === null) return null;
      const text = blobText(object);
      if (text !== null) return text;
      throw new NotText(
        `${codeSpan(path)} at ${options.revision.slice(0, 7)} is not a text file of at most 1 MiB.`,
        "Replace it with a regular text file on the base branch (a link or a folder does not count).",
      );
    },
    async listBaseFiles(folder, signal) {
      const known = await found(signal);
      const { folders } = known.folders.has(folder) ? known : await fetchBase({ paths: [], folders: [folder] }, signal);
      return [...(folders.get(folder) ?? [])];
    },
  };
}

function there({ repo, revision }: { repo: string; revision: string }, found: FoundAtBase): FoundAtBase {
  if (found.isMissing) throw new ReviewError(`The commit ${revision.slice(0, 7)} is not in ${repo}.`, runAgain);
  return found;
}

/** The revision itself, some files and some folders with their files, all at one revision. */
export function basePart(revision: string, { paths, folders }: AskedAtBase): Part<FoundAtBase> {
  const expressions = [
    ...paths.map((path, index) => [`e${index}`, path] as const),
    ...folders.map((folder, index) => [`d${index}`, folder] as const),
  ].map(([name, path]) => [name, ["String!", `${revision}:${path}`]] as const);
  const inFolder = `__typename ... on Tree { entries { name type mode object { ${blobFields} } } }`;
  const fields = [
    "revision: object(expression: $revision) { oid }",
    ...paths.map((_, index) => `f${index}: object(expression: $e${index}) { ${blobFields} }`),
    ...folders.map((_, index) => `d${index}: object(expression: $d${index}) { ${inFolder} }`),
  ];
  return {
    variables: { revision: ["String!", revision], ...Object.fromEntries(expressions) },
    fields: fields.join("\n    "),
    read: (repository) => foundIn(repository, { paths, folders }),
  };
}

function foundIn(repository: Readonly<Record<string, unknown>>, { paths, folders }: AskedAtBase): FoundAtBase {
  const files = paths.map((path, index) => [path, read(GitObject, repository[`f${index}`], "GraphQL Base")] as const);
  const lists = folders.map((folder, index) => {
    const entries = read(Folder, repository[`d${index}`], "GraphQL Base")?.entries ?? [];
    const listed = entries.filter(({ type, mode }) => type === "blob" && mode !== linkMode);
    return { folder, entries: listed.map((entry) => ({ path: `${folder}/${entry.name}`, object: entry.object })) };
  });
  const inFolders = lists.flatMap(({ entries }) => entries.map(({ path, object }) => [path, object] as const));
  return {
    isMissing: repository["revision"] === null,
    files: new Map([...inFolders, ...files]),
    folders: new Map(lists.map(({ folder, entries }) => [folder, entries.map(({ path }) => path).toSorted()])),
  };
}

const route = "GET /repos/{owner}/{repo}/tarball/{ref}";
const Redirect = z.object({ location: z.url({ protocol: /^https?$/ }) });

/** How long the archive may be waited for, in milliseconds: a tree helps a review, and a host that falls silent must not hold it up. */
const archivePatience = { silenceMs: 10_000, wholeMs: 60_000 };

/**
 * The gzipped tar archive of a commit, as a stream. GitHub redirects to an address that carries its own short-lived
 * token: the program's token is not sent there, and the address is in no message.
 */
export async function downloadArchive(
  github: GitHub,
  { repo, sha }: { readonly repo: string; readonly sha: string },
  signal: AbortSignal,
  patience = archivePatience,
): Promise<Readable> {
  const waiting = waitingFor(patience, signal);
  const asked = { ...ownerAndRepo(repo), ref: sha, request: { signal: waiting.signal, redirect: "manual" as const } };
  const { headers } = await waiting.until(github.request(route, asked));
  const { location } = read(Redirect, headers, route);
  const response = await waiting.until(fetch(location, { signal: waiting.signal })).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error instanceof GitHubError ? error : broken(`gave no answer (${messageOf(error)})`, null);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw broken(`answered ${response.status}`, response.status);
  }
  if (response.body === null) throw unreadable(route, "the archive is empty");
  return Readable.from(partsInTime(response.body.getReader(), waiting));
}

interface Waiting {
  /** Aborts when a wait was too long, with the error that says so. */
  readonly signal: AbortSignal;
  readonly until: <Value>(step: Promise<Value>) => Promise<Value>;
}

/** Only waiting counts, not the time that the reader of the archive needs. */
function waitingFor({ silenceMs, wholeMs }: typeof archivePatience, outer: AbortSignal): Waiting {
  const limit = new AbortController();
  const signal = AbortSignal.any([outer, limit.signal]);
  let leftMs = wholeMs;
  return {
    signal,
    async until(step) {
      const begun = performance.now();
      const waitMs = Math.max(1, Math.min(silenceMs, leftMs));
      const late = broken(`sent nothing for ${Math.ceil(waitMs / 1000)} s`, null);
      const slow = leftMs > silenceMs ? late : broken(`needs more than ${Math.ceil(wholeMs / 1000)} s`, null);
      const timer = setTimeout(() => limit.abort(slow), waitMs);
      try {
        return await step;
      } catch (error) {
        outer.throwIfAborted();
        throw limit.signal.aborted ? slow : error;
      } finally {
        clearTimeout(timer);
        leftMs -= performance.now() - begun;
      }
    },
  };
}

async function* partsInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  { until }: Waiting,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await until(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function broken(what: string, status: number | null): GitHubError {
  const message = `${route}: the server of GitHub's archives ${what}.`;
  return new GitHubError(message, "Run again; GitHub's status page lists outages.", { status, isAmbiguous: false });
}
