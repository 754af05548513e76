import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

/** One file of a generated tree. A submodule's text is its commit. */
export interface TreeFile {
  readonly mode: "100644" | "100755" | "120000" | "160000";
  readonly text: string;
}
export type Tree = ReadonlyMap<string, TreeFile>;

/** What git itself reports on one file, with `--raw --numstat -z`: the oracle. Counts are null for binary files. */
export interface ReportedFile {
  readonly status: string;
  readonly path: string;
  readonly previousPath?: string;
  readonly baseMode: string;
  readonly headMode: string;
  readonly baseBlob: string;
  readonly headBlob: string;
  readonly added: number | null;
  readonly removed: number | null;
}

/** A base and a head tree, and what git says of the change between them. */
export interface Compared {
  readonly base: Tree;
  readonly head: Tree;
  readonly diff: string;
  readonly reported: ReportedFile[];
}

export interface Repository {
  /** Commits all trees and compares each pair, with `flags` of `git diff`. */
  compare(pairs: readonly (readonly [base: Tree, head: Tree])[], variants: readonly (readonly string[])[]): Compared[];
  remove(): void;
}

const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: tmpdir(),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

export function createRepository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), "generated-diffs-"));
  const git = (args: readonly string[], input?: Buffer) =>
    execFileSync("git", args, {
      cwd: folder,
      env: environment,
      maxBuffer: 2 ** 28,
      stdio: ["pipe", "pipe", "inherit"],
      ...(input && { input }),
    });
  git(["init", "--quiet", "--bare"]);
  // One process per variant and not per pair: starting git is what takes the time.
  function compareAll(names: string, flags: readonly string[]): string[] {
    const output = git(["diff-tree", "-r", "--stdin", "--no-ext-diff", ...flags], Buffer.from(names)).toString("utf8");
    // Before each comparison stands a line with both trees; with -z a NUL ends what is before it.
    return output.split(/(?<=^|[\n\0])[0-9a-f]{40} [0-9a-f]{40}\n/).slice(1);
  }
  return {
    compare(pairs, variants) {
      const trees = pairs.flat();
      git(
        ["fast-import", "--quiet", "--force"],
        Buffer.from(trees.map((tree, index) => commitCommands(index, tree)).join("")),
      );
      const refs = trees.map((_, index) => `refs/heads/${index}^{tree}`);
      const names = git(["rev-parse", ...refs])
        .toString()
        .split("\n");
      const input = pairs.map((_, index) => `${names[2 * index]} ${names[2 * index + 1]}\n`).join("");
      return variants.flatMap((flags) => {
        const diffs = compareAll(input, ["-p", ...flags]);
        const reports = compareAll(
          input,
          [...flags, "--raw", "--numstat", "-z", "--no-abbrev"].filter((flag) => flag !== "--binary"),
        );
        return pairs.map(([base, head], index) => {
          const sides = flags.includes("-R") ? { base: head, head: base } : { base, head };
          return { ...sides, diff: diffs[index] ?? "", reported: readReport(reports[index] ?? "") };
        });
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function commitCommands(index: number, tree: Tree): string {
  const files = [...tree].map(([path, { mode, text }]) => {
    if (mode === "160000") return `M ${mode} ${text} ${quote(path)}\n`;
    return `M ${mode} inline ${quote(path)}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  });
  return `reset refs/heads/${index}\n\ncommit refs/heads/${index}\ncommitter a <a@example.com> 1000000000 +0000\ndata 0\ndeleteall\n${files.join("")}\n`;
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

function readReport(text: string): ReportedFile[] {
  const fields = text.split("\0");
  const files: Omit<ReportedFile, "added" | "removed">[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":")) {
    const [baseMode = "", headMode = "", baseBlob = "", headBlob = "", status = ""] =
      fields[at]?.slice(1).split(" ") ?? [];
    const moved = /^[RC]/.test(status);
    const path = fields[at + (moved ? 2 : 1)] ?? "";
    const previousPath = fields[at + 1] ?? "";
    files.push({
      status: status.charAt(0),
      path,
      ...(moved && { previousPath }),
      baseMode,
      headMode,
      baseBlob,
      headBlob,
    });
    at += moved ? 3 : 2;
  }
  return files.map((file) => {
    // "added TAB removed TAB path", where a moved file has an empty path and both names in the next fields. A path may hold TABs.
    const [added, removed] = (fields[at] ?? "").split("\t");
    at += file.previousPath === undefined ? 1 : 3;
    return { ...file, added: count(added), removed: count(removed) };
  });
}

function count(field: string | undefined): number | null {
  return field === "-" ? null : Number(field);
}

// No name is a folder of another one. Several read like a part of a diff, or like the prefixes of another name.
const names = [
  "plain.ts",
  "a b.ts",
  'q".ts',
  "tab\t.ts",
  "測.ts",
  "a/x b/x.ts",
  " b/x",
  "b/a/x.ts",
  "-rf",
  "new\nline.ts",
  "😀.ts",
  "שלום.ts",
  "__proto__",
  "constructor/prototype",
  "dev/null",
  "back\\slash",
  "blank at end ",
  "i/w/x",
  "diff --git a/y b/y",
  "\u0001control",
  "carriage\rreturn",
  "\uFEFFmark.ts",
  "e\u0301.ts",
  "\u00e9.ts",
  '"',
];

// Lines that read like headers, or that a careless splitter breaks up.
const lineText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", " ", "{", "\t", "é", "😀") }) },
  fc.constantFrom(
    "-- a/x",
    "++ b/x",
    "@@ -1 +1 @@",
    "diff --git a/x b/x",
    "\\ No newline at end of file",
    "-- ",
    "-",
    "+",
  ),
  fc.constantFrom("", " ", "\r", "a\u2028b", "a\rb", "\uFEFF", "From 0123456789012345678901234567890123456789"),
);

const textOf = (lines: readonly string[], lineBreak: string, last: string) =>
  lines.length === 0 ? "" : lines.join(lineBreak) + last;

const lineBreak = fc.constantFrom("\n", "\n", "\n", "\r\n");
const fileText = fc
  .tuple(fc.array(lineText, { maxLength: 40 }), lineBreak, fc.constantFrom("\n", "\n", ""))
  .map(([lines, middle, end]) => textOf(lines, middle, end));

const sha = fc.string({ minLength: 40, maxLength: 40, unit: fc.constantFrom(..."123456789abcdef") });
const plainFile = fc.record({ mode: fc.constantFrom("100644" as const, "100755" as const), text: fileText });
const treeFile: fc.Arbitrary<TreeFile> = fc.oneof(
  { weight: 12, arbitrary: plainFile },
  {
    weight: 1,
    arbitrary: fc.record({ mode: fc.constant("100644" as const), text: fileText.map((text) => `\0${text}`) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ mode: fc.constant("120000" as const), text: fc.constantFrom("target", "../a b") }),
  },
  { weight: 1, arbitrary: fc.record({ mode: fc.constant("160000" as const), text: sha }) },
);

type Edit = readonly [at: number, removed: number, inserted: readonly string[]];
type Step =
  | { readonly kind: "keep" | "delete" | "chmod" | "last-break" | "line-breaks" }
  | { readonly kind: "replace"; readonly file: TreeFile }
  | { readonly kind: "edit"; readonly edits: readonly Edit[] }
  | { readonly kind: "move"; readonly edits: readonly Edit[]; readonly name: number; readonly keep: boolean };

const edits = fc.array(fc.tuple(fc.nat(40), fc.nat(2), fc.array(lineText, { maxLength: 2 })), {
  minLength: 1,
  maxLength: 3,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("edit" as const), edits }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("move" as const),
      keep: fc.boolean(),
      edits: fc.oneof(fc.constant([]), edits),
      name: fc.nat(names.length - 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("keep" as const, "delete" as const, "chmod" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("last-break" as const, "line-breaks" as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), file: treeFile }) },
);

/** Two trees, the head one made from the base one by edits, moves, copies, changes of mode and type, deletions and new files. */
export const treePair: fc.Arbitrary<readonly [Tree, Tree]> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), treeFile, step), { maxLength: 8, selector: ([name]) => name }),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), treeFile), { maxLength: 2, selector: ([name]) => name }),
  )
  .map(([files, created]) => {
    const base: Tree = new Map(files.map(([name, file]) => [name, file]));
    const head = new Map<string, TreeFile>();
    for (const [name, file, change] of files) apply(change, name, file, base, head);
    for (const [name, file] of created) if (!base.has(name) && !head.has(name)) head.set(name, file);
    return [base, head] as const;
  });

function apply(change: Step, name: string, file: TreeFile, base: Tree, head: Map<string, TreeFile>): void {
  if (change.kind === "delete") return;
  if (change.kind !== "move") {
    head.set(name, changed(change, file));
    return;
  }
  const other = names[change.name] ?? name;
  const free = !base.has(other) && !head.has(other);
  if (change.keep || !free) head.set(name, file);
  if (free) head.set(other, changed({ kind: "edit", edits: change.edits }, file));
}

function changed(change: Exclude<Step, { kind: "move" }>, file: TreeFile): TreeFile {
  if (change.kind === "replace") return change.file;
  // Neither the target of a symlink nor the commit of a submodule can be edited at will.
  if (file.mode === "120000" || file.mode === "160000") return file;
  if (change.kind === "chmod") return { ...file, mode: file.mode === "100644" ? "100755" : "100644" };
  return { ...file, text: changedText(change, file.text) };
}

function changedText(change: Exclude<Step, { kind: "move" }>, text: string): string {
  if (change.kind === "edit") return edit(text, change.edits);
  if (change.kind === "last-break") return text.endsWith("\n") ? text.slice(0, -1) : `${text}\n`;
  if (change.kind === "line-breaks") return text.replace(/\r?\n/g, (end) => (end === "\n" ? "\r\n" : "\n"));
  return text;
}

function edit(text: string, changes: readonly Edit[]): string {
  const lines = text.split("\n");
  for (const [at, removed, inserted] of changes) lines.splice(at % lines.length, removed, ...inserted);
  return lines.join("\n");
}
