import type { Contents, RawChange } from "../src/domain/ports.ts";

/** A change for the bench: `directories` new files in folders of their own, `lines` each; the file of `touched` has one line more. */
export interface ChangeSpec {
  readonly directories: number;
  readonly lines: number;
  readonly touched: number | null;
}

/** Every line is unique in its file, so a quote names one place; about as long as this repository's own lines are on average. */
export function lineOf(directory: number, line: number): string {
  return `const total${line} = price(items, rate${directory}, ${line});`;
}

export function pathOf(directory: number): string {
  return `part${directory}/module.ts`;
}

export function changeOf(spec: ChangeSpec): RawChange {
  return {
    repo: "bench/debate",
    number: null,
    base: { ref: "main", sha: "b".repeat(40) },
    head: { ref: "topic", sha: (spec.touched === null ? "a" : "c").repeat(40) },
    mergeBase: "b".repeat(40),
    diff: { kind: "git", text: diffText(spec) },
  };
}

/** Four characters a token, as everywhere in this bench. */
export function diffTokens(spec: ChangeSpec): number {
  return diffText(spec).length / 4;
}

export function contentsOf(spec: ChangeSpec): Map<string, Contents> {
  return new Map(
    directoriesOf(spec).map((directory) => [pathOf(directory), { base: null, head: textOf(spec, directory) }]),
  );
}

function diffText(spec: ChangeSpec): string {
  return directoriesOf(spec)
    .map((directory) => fileDiff(pathOf(directory), textOf(spec, directory)))
    .join("");
}

function directoriesOf({ directories }: ChangeSpec): number[] {
  return Array.from({ length: directories }, (_, directory) => directory);
}

function textOf({ lines, touched }: ChangeSpec, directory: number): string {
  const code = Array.from({ length: lines }, (_, index) => lineOf(directory, index + 1));
  return `${[...code, ...(directory === touched ? ["export const touched = true;"] : [])].join("\n")}\n`;
}

function fileDiff(path: string, text: string): string {
  const lines = text.trimEnd().split("\n");
  const head = [`diff --git a/${path} b/${path}`, "new file mode 100644", "--- /dev/null", `+++ b/${path}`];
  return `${[...head, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join("\n")}\n`;
}
