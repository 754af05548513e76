import { ReviewError } from "../../domain/errors.ts";

/** A path or revision for a message: in quotes, with control, invisible and bidirectional characters as escapes. */
export function quotedPath(text: string): string {
  return JSON.stringify(text).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const noRepository = /not a git repository/;

/**
 * Patterns for git's messages on stderr. This is the only place that reads git's own words (`LC_ALL=C` keeps them
 * English).
 */
const knownErrors: readonly {
  readonly pattern: RegExp;
  readonly error: (stderr: string, directory: string) => ReviewError;
}[] = [
  {
    pattern: /dubious ownership/,
    error: (stderr, directory) =>
      new ReviewError(
        `git refuses ${quotedPath(directory)}: the repository belongs to another user.`,
        /git config --global --add safe\.directory .*/.exec(stderr)?.[0] ?? "Add the folder to git's safe.directory.",
      ),
  },
  {
    pattern: noRepository,
    error: (_stderr, directory) =>
      new ReviewError(
        `${quotedPath(directory)} is not a git repository.`,
        "Change into one, name one with --repo DIR, or review a diff with --diff FILE.",
      ),
  },
  {
    pattern:
      /unable to read|missing blob|bad object|not a valid object|promisor|lazy fetching|transport '.*' not allowed/,
    error: (stderr) =>
      new ReviewError(
        `The repository lacks an object that this comparison needs (git: ${firstLine(stderr)}).`,
        "In a partial clone run the same `git diff` yourself once, so that git fetches it; otherwise run `git fsck`.",
      ),
  },
  {
    pattern: /unsupported file type|cannot hash/,
    error: (stderr) =>
      new ReviewError(
        `git cannot read a file of the working tree (git: ${firstLine(stderr)}).`,
        "Make it a readable, regular file, or review commits with BASE..HEAD.",
      ),
  },
];

export function isNoRepository(stderr: string): boolean {
  return noRepository.test(stderr);
}

/** The error for a failed git command, with git's own words if no known pattern fits. */
export function gitFailure(command: string, stderr: string, directory: string): ReviewError {
  const known = knownErrors.find(({ pattern }) => pattern.test(stderr));
  if (known !== undefined) return known.error(stderr, directory);
  return new ReviewError(
    `git ${command} failed in ${quotedPath(directory)} (git: ${firstLine(stderr)}).`,
    "Run `git status` there, and try again once it succeeds.",
  );
}

function firstLine(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((candidate) => /^(?:fatal|error):/.test(candidate)) ?? lines[0] ?? "no message";
  return quotedPath(line.slice(0, 300));
}
