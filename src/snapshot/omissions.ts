import { quotedPath } from "../local/errors.ts";

const mostNamed = 3;

/** Collects the files that a snapshot leaves out, by reason, and names the first few of each. */
export interface Omissions {
  /** `reason` completes "N left out (reason)". */
  add(reason: string, path: string): void;
  sentences(): string[];
}

export function omissions(): Omissions {
  const byReason = new Map<string, { count: number; readonly named: string[] }>();
  return {
    add(reason, path) {
      const found = byReason.get(reason) ?? { count: 0, named: [] };
      found.count += 1;
      if (found.named.length < mostNamed) found.named.push(quotedPath(path.slice(0, 200)));
      byReason.set(reason, found);
    },
    sentences: () =>
      [...byReason].map(([reason, { count, named }]) => {
        const more = count > named.length ? ` and ${count - named.length} more` : "";
        return `${count === 1 ? "1 path is" : `${count} paths are`} left out (${reason}): ${named.join(", ")}${more}.`;
      }),
  };
}
