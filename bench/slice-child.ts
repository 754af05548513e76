import { commitTree } from "../src/code/snapshot/local-trees.ts";
import { symbolReader } from "../src/code/symbols/read-symbols.ts";
import { sliceFor } from "../src/code/symbols/slice.ts";
import { symbolGrammars } from "../src/panel/choosing/assets.ts";
import { aFile, inOneBatch } from "../test/support/change-builder.ts";
import { gitRepository } from "../test/support/git-repository.ts";

const sizes = { files: 5_000, changedFiles: 20, parts: 6 } as const;

/** A module of about 70 lines that imports three others; every fifth has a test. All have a class with a method `run`. */
function moduleText(index: number): string {
  const others = [1, 7, 50].map((step) => (index + step) % sizes.files);
  const parts = Array.from({ length: sizes.parts }, (_, part) => {
    const other = others[part % others.length] ?? 0;
    return `
/** Part ${part} of module ${index}. */
export function part${part}Of${index}(items: readonly Item${index}[], options: Options): number {
  const result = items.map((item) => item.value * options.factor).filter((value) => value > ${part});
  if (result.length === 0) return part${(part + 1) % sizes.parts}Of${other}([], options);
  return result.reduce((sum, value) => sum + value, ${part});
}
`;
  });
  return `${others.map((other) => `import { ${Array.from({ length: sizes.parts }, (_, part) => `part${part}Of${other}`).join(", ")} } from "${from(index, other)}";`).join("\n")}
import type { Options } from "../../options";

export interface Item${index} {
  readonly value: number;
}
${parts.join("")}
export class Runner${index} {
  private readonly items: Item${index}[] = [];
  run(options: Options): number {
    return part0Of${index}(this.items, options);
  }
}
`;
}

function from(index: number, other: number): string {
  return `../folder-${other % 50}/module-${other}`.replace(`../folder-${index % 50}/`, "./");
}

function pathOf(index: number): string {
  return `src/folder-${index % 50}/module-${index}.ts`;
}

const texts: Record<string, string> = {
  "src/options.ts": "export interface Options {\n  readonly factor: number;\n}\n",
};
for (let index = 0; index < sizes.files; index += 1) {
  texts[pathOf(index)] = moduleText(index);
  if (index % 5 === 0)
    texts[`test/module-${index}.test.ts`] =
      `import { part1Of${index} } from "../${pathOf(index)}";\ntest("part", () => {\n  part1Of${index}([], { factor: 1 });\n});\n`;
}
const changed = Array.from({ length: sizes.changedFiles }, (_, turn) => {
  const path = pathOf(turn * 5);
  const head = texts[path] ?? "";
  return aFile(path, head.replace(/ {2}if \(result[^\n]*\n/, "").replaceAll("item.value * options", "options"), head);
});
const { parts } = inOneBatch(changed).batch;
const repository = gitRepository();
for (const [path, text] of Object.entries(texts)) repository.write(path, text);
const sha = repository.commit();
// As a clone or a checkout has it.
repository.git("repack", "-adq");
const { signal } = new AbortController();
const start = performance.now();
let pieces: Awaited<ReturnType<typeof sliceFor>>["pieces"] = [];
await commitTree({ directory: repository.path, env: process.env }, sha)(signal, async ({ snapshot: head }) => {
  ({ pieces } = await sliceFor(parts, { head, symbolsOf: symbolReader(symbolGrammars) }, signal));
});
const milliseconds = performance.now() - start;
repository.remove();
console.log(
  JSON.stringify({
    files: Object.keys(texts).length,
    changedFiles: changed.length,
    pieces: pieces.length,
    bytes: pieces.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    milliseconds,
    maxRssMegabytes: process.resourceUsage().maxRSS / 1_000,
  }),
);
