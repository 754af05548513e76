import { ReviewError } from "../domain/errors.ts";
import { quoted } from "./errors.ts";

/** The two sides of `BASE..HEAD`; `head` null means the working tree. */
interface RevisionRange {
  readonly base: string;
  readonly head: string | null;
}

/** Characters that no revision name holds, or that would make git search (`:/text`), exclude (`^x`), or read a path (`x:path`). */
const forbidden = /^[-^]|[\s\p{C}:?*[\\{}]/u;
const reflog = /@\{(?:u|upstream|push|-?\d+)\}/g;

/**
 * Reads `BASE..HEAD`, `BASE...HEAD` (both compare HEAD with the merge base; an empty side is HEAD), or one `REV` (against the working tree).
 * Throws `ReviewError` for what git must not see.
 */
export function parseRevisions(argument: string): RevisionRange {
  const sides = argument.split(/\.{2,3}/);
  const [base, head] = sides;
  if (base === undefined || sides.length > 2 || sides.join("") === "" || argument.includes("....")) {
    throw new ReviewError(`${quoted(argument)} is not a range of revisions.`, usage);
  }
  for (const side of sides) checkRevision(side, argument);
  if (head === undefined) return { base, head: null };
  return { base: base || "HEAD", head: head || "HEAD" };
}

const usage = "Write BASE..HEAD, such as main..HEAD, or one revision, such as HEAD~3.";

function checkRevision(revision: string, argument: string): void {
  const bare = revision.replace(reflog, "");
  const odd = bare.match(forbidden)?.[0];
  if (odd === undefined) return;
  throw new ReviewError(
    `${quoted(argument)} is not a range of revisions: ${quoted(odd)} cannot be part of one.`,
    usage,
  );
}
