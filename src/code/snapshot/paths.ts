const longestPath = 1_000;

/** A check of a path, and the end of the sentence that refuses it. */
const refusals: readonly { readonly applies: (path: string) => boolean; readonly why: string }[] = [
  { applies: (path) => path === "", why: "is empty" },
  { applies: (path) => path.length > longestPath, why: `is longer than ${longestPath} characters` },
  { applies: (path) => /[\p{Cc}\u2028\u2029]/u.test(path), why: "holds a control character" },
  // A name that is not UTF-8 is decoded with this character.
  { applies: (path) => path.includes("\ufffd"), why: "is not UTF-8" },
  { applies: (path) => path.includes("\\"), why: "holds a backslash" },
  { applies: (path) => path.startsWith("/") || /^[a-z]:/i.test(path), why: "is absolute" },
  { applies: (path) => path.split("/").some((part) => part === ".."), why: "leads out of the tree" },
  { applies: (path) => path.split("/").some((part) => part === "" || part === "."), why: "has an empty part" },
  { applies: (path) => path.split("/").some((part) => /^(?:\.git|git~1)$/i.test(part)), why: "lies in a .git folder" },
];

/** Why a path cannot name a file of a snapshot, as the end of a sentence; null if it can. */
export function oddPath(path: string): string | null {
  return refusals.find(({ applies }) => applies(path))?.why ?? null;
}
