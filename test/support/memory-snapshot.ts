import type { Hit, Snapshot } from "../../src/domain/snapshot.ts";

/** A snapshot of texts by path. `asked` collects what was read; `order` is the order in which it lists and searches. */
export function memorySnapshot(
  texts: Readonly<Record<string, string>>,
  order: (paths: readonly string[]) => readonly string[] = (paths) => paths,
): Snapshot & { readonly asked: string[] } {
  const paths = order(Object.keys(texts));
  const lines = new Map(paths.map((path) => [path, (texts[path] ?? "").split("\n")]));
  const asked: string[] = [];
  return {
    asked,
    list: async () => ({ paths, omitted: [], truncated: false }),
    read: async (path) => {
      asked.push(path);
      const text = texts[path];
      return text === undefined ? { refused: "there is no such file" } : { text };
    },
    search: async ({ text, regex }, limit, signal) => {
      signal.throwIfAborted();
      // As the real snapshots do.
      if (regex === true && text.length > 300) return { refused: "the pattern is too long" };
      const pattern = new RegExp(regex === true ? text : RegExp.escape(text), "m");
      const hits: Hit[] = [];
      for (const [path, all] of lines) {
        if (hits.length >= limit) break;
        if (!pattern.test(texts[path] ?? "")) continue;
        all.forEach((line, index) => {
          if (line.length < 10_000 && pattern.test(line)) hits.push({ path, line: index + 1, text: line });
        });
      }
      return { hits: hits.slice(0, limit), truncated: hits.length >= limit, omitted: [] };
    },
  };
}
