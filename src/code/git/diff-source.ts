import { createReadStream } from "node:fs";
import { basename, resolve } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { messageOf, ReviewError } from "../../domain/errors.ts";
import type { ChangeSource } from "../../domain/ports.ts";
import { readObjects } from "./blobs.ts";
import { nameOf } from "./change-source.ts";
import { commitOf } from "./commits.ts";
import { readContents } from "./contents.ts";
import { quotedPath } from "./errors.ts";
import { type Environment, mostGitOutput } from "./git.ts";
import { openFolder } from "./repository.ts";
import { withScratch } from "./scratch.ts";

/** `file`: a path, or `-` for `stdin`; or the diff's `text` itself. `directory`: the folder whose files the diff is about; it need not be a git repository. */
export type DiffOptions = ({ readonly file: string; readonly stdin?: Readable } | { readonly text: string }) & {
  readonly directory: string;
  readonly env: Environment;
  readonly onNote?: (note: string) => void;
};

/**
 * A change given as diff text. Its base is HEAD of the repository in `directory`, where base files are read, or none
 * without a repository. Head texts come from the objects that the diff names, else from the files in `directory`, which
 * the caller checks against the hunks.
 */
export function diffChangeSource(options: DiffOptions): ChangeSource {
  const { directory, env, onNote = () => undefined } = options;
  const name = nameOfDiff(options);
  return {
    async fetch(signal) {
      const { repository, because } = await openFolder(directory, env, signal);
      const text = checkDiff(await readDiff(options, signal, onNote), name);
      const shown = "text" in options ? name : `the diff from ${quotedPath(name)}`;
      onNote(`Reviewing ${shown}, with files from ${quotedPath(resolve(directory))}.`);
      if (because !== null) onNote(`${because} Seats see only the diff and the files of this folder.`);
      const sha = repository === null ? null : await commitOf(repository, "HEAD", signal);
      return {
        repo: repository === null ? basename(resolve(directory)) : await nameOf(repository, signal),
        number: null,
        base: { ref: sha === null ? "diff" : "HEAD", sha: sha ?? "" },
        head: { ref: name, sha: "" },
        mergeBase: sha,
        diff: { kind: "git", text },
      };
    },
    async contents(files, signal) {
      const { repository } = await openFolder(directory, env, signal);
      const source = { baseCommit: null, disk: "trusted" } as const;
      if (repository === null) {
        return readContents(files, { ...source, root: directory, blobs: async () => new Map() }, signal);
      }
      return withScratch(repository, signal, ({ place }) => {
        const blobs = (names: Iterable<string>) => readObjects(place, names, signal);
        return readContents(files, { ...source, root: repository.root, blobs }, signal);
      });
    },
  };
}

function nameOfDiff(options: DiffOptions): string {
  if ("text" in options) return "the given diff";
  return options.file === "-" ? "standard input" : basename(options.file);
}

/** A pipe hides the failure of the command before it, so empty input is not an empty change. */
async function readDiff(options: DiffOptions, signal: AbortSignal, onNote: (note: string) => void): Promise<string> {
  if ("text" in options) return options.text;
  const text = decode(await readDiffBytes(options, signal), onNote);
  if (options.file === "-" && text.trim() === "") throw nothingCame;
  return text;
}

const nothingCame = new ReviewError(
  "Standard input is empty, so there is no diff to review.",
  "Check the output of the command before the pipe, such as: git diff main | pr-debate review --diff -",
);

/** Throws a `ReviewError` for what cannot be read, and for more than a review takes. */
export async function readDiffBytes(
  { file, stdin }: { readonly file: string; readonly stdin?: Readable },
  signal: AbortSignal,
): Promise<Buffer> {
  const stream = file === "-" ? stdin : createReadStream(file);
  if (stream === undefined)
    throw new ReviewError("There is no standard input to read.", "Name a file with --diff FILE.");
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stream)) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > mostGitOutput) break;
      chunks.push(bytes);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(error, file);
  }
  if (size <= mostGitOutput) return Buffer.concat(chunks);
  throw new ReviewError(
    `The diff is larger than ${mostGitOutput / 1024 / 1024} MB.`,
    "Leave generated files out of it, or review it in parts.",
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "the file does not exist",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

function unreadable(error: unknown, file: string): ReviewError {
  const hint = "Name a file that can be read; --diff also takes - for standard input.";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? quotedPath(messageOf(error));
  return new ReviewError(`The diff ${quotedPath(file)} cannot be read: ${reason}.`, hint, { cause: error });
}

/** PowerShell's `>` writes UTF-16 and CRLF, which no diff reader accepts. */
function decode(bytes: Buffer, onNote: (note: string) => void): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = isWide ? bytes.subarray(2).toString("utf16le") : bytes.toString("utf8").replace(/^\uFEFF/, "");
  const firstHeader = /(?<![^\n])(?:diff --git |--- )[^\n]*/.exec(text)?.[0] ?? "";
  if (!firstHeader.endsWith("\r")) return text;
  onNote("The diff's lines end in CRLF throughout: it is read as if they ended in LF.");
  return text.replaceAll("\r\n", "\n");
}

/**
 * Lines end at LF only. A lone CR inside a line of code starts no header, so `^` of a regular expression would be
 * wrong.
 */
function checkDiff(text: string, name: string): string {
  if (/(?<![^\n])diff --(?:cc|combined) /.test(text)) {
    throw new ReviewError(
      `${quotedPath(name)} is the combined diff of a merge, which has no single base.`,
      "Write it with two revisions, such as `git diff main...HEAD`.",
    );
  }
  const hasFiles = /(?<![^\n])(?:diff --git |--- [^\n]*\n\+\+\+ )/.test(text);
  if (hasFiles || text.trim() === "") return text;
  throw new ReviewError(
    `${quotedPath(name)} is not a diff: no line starts with "diff --git" or "---" and "+++".`,
    "Write it with `git diff` or `diff -u`, without colors (--no-color) and not as --stat.",
  );
}
