import type { Files } from "./github-server/world.ts";
import type { ModelCall } from "./model-server.ts";

const before = "export function run(name) {\n  return name;\n}\n";
const pool = "  return openPool(name);";
const lock = "  return takeLock(name);";
const changed = (line: string): string => before.replace("  return name;", line);
const claim = (path: string, quote: string, title: string) => ({
  ...{ severity: "P2", category: "resource", path, quote, title },
  detail: `${title} in ${path}.`,
});

/** One finding that stays open until it is fixed, and one that the panel takes out. */
export const base: Files = {
  "src/pool.js": before,
  "src/lock.js": before,
  ".github/pr-debate.yml": "review: { effort: standard }\n",
};
/** Found, fixed, and something else. */
export const heads = [
  { ...base, "src/pool.js": changed(pool), "src/lock.js": changed(lock) },
  { ...base, "src/pool.js": changed("  return sharedPool(name);"), "src/lock.js": changed(lock) },
  { ...base, "src/pool.js": changed("  return sharedPool(name);"), "src/more.js": "export const more = 1;\n" },
] as const;

/** Only the first seat finds something, as long as the code is there. */
export function findBoth(batch: string, { seat }: { readonly seat: string }): readonly object[] {
  if (seat !== "one") return [];
  return [
    ...(batch.includes(pool.trim()) ? [claim("src/pool.js", pool, "The zebra pool is never closed")] : []),
    ...(batch.includes(lock.trim()) ? [claim("src/lock.js", lock, "A harbour lock is taken twice")] : []),
  ];
}

/** Everybody disputes the lock and agrees with the rest. */
export function disputeLock({ items }: Pick<ModelCall, "items">): readonly object[] {
  return items.map(({ id, path }) => ({
    id,
    verdict: path === "src/lock.js" ? "dispute" : "agree",
    reason: "I looked.",
    evidence: [{ path, quote: "export function run(name) {" }],
  }));
}
