import { chmod, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
import type { languages } from "../src/agents/rule.ts";
import { licensesOf } from "./licenses.ts";

const root = join(import.meta.dirname, "..");

const grammars = {
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  python: "tree-sitter-python/tree-sitter-python.wasm",
  java: "tree-sitter-java/tree-sitter-java.wasm",
  go: "tree-sitter-go/tree-sitter-go.wasm",
  yaml: "@tree-sitter-grammars/tree-sitter-yaml/tree-sitter-yaml.wasm",
} satisfies Record<(typeof languages)[number], string>;

/** Every file copied as it is: path in the output → path under `node_modules`. */
const wasm: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(grammars).map(([language, path]) => [`grammars/${language}.wasm`, path])),
  "grammars/ast-grep.wasm": "@ast-grep/wasm/wasm_bg.wasm",
  // web-tree-sitter looks beside the file it was bundled into, so no code may land in a subfolder.
  "web-tree-sitter.wasm": "web-tree-sitter/web-tree-sitter.wasm",
};

/**
 * Writes the published form into `target`, which is emptied first: the two bundled entries, grammars, rules, licences.
 * The same sources give the same bytes on every machine; a machine path in the output is an error.
 */
export async function build(target: string): Promise<void> {
  const chunks = await bundle();
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const chunk of chunks) await writeText(join(target, chunk.fileName), codeOf(chunk));
  await chmod(join(target, "cli.js"), 0o755);
  for (const [to, from] of Object.entries(wasm)) await write(join(target, to), await readFile(modulePath(from)));
  await copyRules(target);
  const bundled = chunks.flatMap((chunk) => chunk.moduleIds);
  await writeText(join(target, "licenses.txt"), await licensesOf([...bundled, ...Object.values(wasm).map(modulePath)]));
}

async function bundle(): Promise<OutputChunk[]> {
  const bundler = await rolldown({
    cwd: root,
    input: { cli: "src/cli.ts", index: "src/action.ts" },
    platform: "node",
    // web-tree-sitter's Emscripten loader has one `eval`, for grammars with inline assembly; ours have none.
    checks: { eval: false },
    onLog(level, log) {
      if (level === "warn") throw new Error(`bundling warned: ${log.message}`);
    },
  });
  try {
    const { output } = await bundler.generate({
      format: "esm",
      minify: true,
      entryFileNames: "[name].js",
      chunkFileNames: "chunk-[name].js",
    });
    return output.filter((part) => part.type === "chunk");
  } finally {
    await bundler.close();
  }
}

function codeOf(chunk: OutputChunk): string {
  if (chunk.code.includes(root)) throw new Error(`${chunk.fileName} names a path of this machine (${root})`);
  const code = chunk.code.replace(/^#!.*\n/, "");
  return chunk.fileName === "cli.js" ? `#!/usr/bin/env node\n${code}` : code;
}

async function copyRules(target: string): Promise<void> {
  const rules = join(root, "src/agents/rules");
  for await (const path of glob(join(rules, "**/*.yml"))) {
    if (path.endsWith(".examples.yml")) continue;
    await writeText(join(target, "rules", relative(rules, path)), await readFile(path, "utf8"));
  }
}

/** Git checks text files out with LF, so a CR written here would be a difference after a clone. */
async function writeText(path: string, text: string): Promise<void> {
  await write(path, text.replaceAll("\r\n", "\n"));
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function modulePath(path: string): string {
  return join(root, "node_modules", path);
}

if (import.meta.main) {
  await build(join(root, "dist"));
  console.log("dist/ is built");
}
