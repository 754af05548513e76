import { createHash } from "node:crypto";

/** Gives findings their 8 hex digits at first sighting: from file and quoted code, not from wording, line or severity (design §12). */
export function idGiver(taken: readonly string[] = []): (path: string, quote: string) => string {
  const given = new Set<string>(taken);
  return (path, quote) => {
    const folded = quote.replace(/\s+/g, " ").trim();
    for (let repeat = 0; ; repeat++) {
      const id = createHash("sha256").update(`${path}\0${folded}\0${repeat}`).digest("hex").slice(0, 8);
      if (given.has(id)) continue;
      given.add(id);
      return id;
    }
  };
}
