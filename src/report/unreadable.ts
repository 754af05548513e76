import type { Unreadable } from "../domain/change.ts";
import type { Review } from "../domain/review.ts";
import { plural } from "../text/text.ts";

/** A file that no seat could read. The path is untrusted; the rest is ours. */
interface UnreadLine {
  readonly path: string;
  readonly said: string;
  /** A page where a person can look at it; null where none is known. */
  readonly link: string | null;
}

interface UnreadList {
  readonly heading: string;
  readonly shown: readonly UnreadLine[];
  readonly left: number;
}

const mostShown = 20;

const words: Readonly<Record<Unreadable["what"], string>> = {
  submodule: "submodule",
  lfs: "Git LFS",
  binary: "binary",
  encoding: "unknown encoding",
};

/** The files that no seat could read, for a section of their own; null where there are none. */
export function unreadOf({ unreadable }: Pick<Review, "unreadable">): UnreadList | null {
  if (unreadable.length === 0) return null;
  const shown = unreadable.slice(0, mostShown).map(lineOf);
  return {
    heading: `Not reviewed: ${plural(unreadable.length, "file")} that no seat can read`,
    shown,
    left: unreadable.length - shown.length,
  };
}

/** A detail ends with its link. */
function lineOf({ path, what, detail }: Unreadable): UnreadLine {
  const found = /, (?<link>https?:\/\/[\w.:-]+\/[^\s"'<>()[\]`]+)$/.exec(detail);
  const said = `${words[what]}, ${found === null ? detail : detail.slice(0, found.index)}`;
  return { path, said, link: found?.groups?.["link"] ?? null };
}

/** The same on one line, for plain text. */
export function unreadText({ path, said, link }: UnreadLine): string {
  return `${path}: ${said}${link === null ? "" : `, ${link}`}`;
}
