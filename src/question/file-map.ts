const mostEntries = 400;
const mostNamed = 8;
const deepest = 8;

/** The repository's files on a page: all of them where they fit, else deep folders as one line with their number of files. */
export function fileMap(paths: readonly string[], most = mostEntries): string[] {
  const sorted = [...paths].sort((a, b) => (a < b ? -1 : 1));
  if (sorted.length <= most) return sorted;
  for (let depth = deepest; depth >= 1; depth--) {
    const folded = folders(sorted, depth);
    if (folded.size <= most)
      return [...folded].map(([entry, count]) => (entry.endsWith("/") ? `${entry} (${count} files)` : entry));
  }
  return sorted.slice(0, most);
}

function folders(paths: readonly string[], depth: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const parts = path.split("/");
    const entry = parts.length > depth ? `${parts.slice(0, depth).join("/")}/` : path;
    counts.set(entry, (counts.get(entry) ?? 0) + 1);
  }
  return counts;
}

/**
 * The files that a text names: by path, by the end of a path, or by a name with a dot. A name that matches more than three files counts as no
 * match.
 */
export function namedFiles(text: string, paths: readonly string[]): string[] {
  const words = new Set(
    [...text.matchAll(/[\w@.+\-/\\]{2,300}/g)].map(([word]) => tidied(word)).filter((word) => /[./]/.test(word)),
  );
  const named = [...words].flatMap((word) => {
    const exact = paths.filter((path) => path === word);
    const fitting = exact.length > 0 ? exact : paths.filter((path) => path.endsWith(`/${word}`));
    return fitting.length > 3 ? [] : fitting;
  });
  return [...new Set(named)].slice(0, mostNamed);
}

function tidied(word: string): string {
  return word
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/[.\-/]+$/, "");
}
