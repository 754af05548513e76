import { existsSync, readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { GrammarFiles } from "../../code/symbols/read-symbols.ts";
import { languages } from "../rules/rule.ts";

/** The packages with the grammar of each language. The built program has copies in its folder `grammars/`. */
const grammarFiles = {
  javascript: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  typescript: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  tsx: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  python: "tree-sitter-python/tree-sitter-python.wasm",
  java: "tree-sitter-java/tree-sitter-java.wasm",
  go: "tree-sitter-go/tree-sitter-go.wasm",
  yaml: "@tree-sitter-grammars/tree-sitter-yaml/tree-sitter-yaml.wasm",
} satisfies Record<(typeof languages)[number], string>;

/** The grammars of languages that have no rules; they are read for symbols only. */
const symbolGrammarFiles = {
  rust: "tree-sitter-rust/tree-sitter-rust.wasm",
  ruby: "tree-sitter-ruby/tree-sitter-ruby.wasm",
  php: "tree-sitter-php/tree-sitter-php.wasm",
  c: "tree-sitter-c/tree-sitter-c.wasm",
};

/** The folders of the shipped rules for a language. */
const rulesFolders = {
  javascript: ["javascript"],
  typescript: ["javascript"],
  tsx: ["javascript"],
  python: ["python"],
  java: ["java"],
  go: ["go"],
  yaml: ["workflow", "infrastructure"],
} satisfies Record<(typeof languages)[number], readonly string[]>;

/** The folder of the built program; undefined when running from source. Chunks may lie one folder deeper. */
const built = ["./", "../"]
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL("grammars/", folder)));

export const astGrepAssets = {
  engine: async () =>
    new Uint8Array(
      await readFile(built ? new URL("grammars/ast-grep.wasm", built) : inPackage("@ast-grep/wasm/wasm_bg.wasm")),
    ),
  grammars: filesOf(grammarFiles),
};

/** The files of the grammars for symbols (`src/code/tools`). */
export const symbolGrammars: GrammarFiles = filesOf({ ...grammarFiles, ...symbolGrammarFiles });

function filesOf(grammars: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(grammars).map(([language, file]) => {
    const url = built ? new URL(`grammars/${language}.wasm`, built) : inPackage(file);
    return [language, fileURLToPath(url)] as const;
  });
  return Object.fromEntries(entries);
}

/** The shipped rule files for the languages, by name in a stable order. */
export async function ruleFiles(
  wanted: readonly (typeof languages)[number][] = languages,
): Promise<{ name: string; text: string }[]> {
  const folders: readonly string[] = wanted.flatMap((language) => rulesFolders[language]);
  return filesIn(
    rulesFolder(),
    (name) => folders.some((one) => name.startsWith(`${one}/`)) && /(?<!\.examples)\.yml$/.test(name),
  );
}

/** The ids of all shipped rules: a rule's file has the name of its id. */
export function shippedRuleIds(): string[] {
  const names = readdirSync(rulesFolder(), { recursive: true, encoding: "utf8" });
  return names.flatMap(
    (name) => /(?<id>[a-z0-9-]+)\.yml$/.exec(name.replace(/\.examples\.yml$/, ""))?.groups?.["id"] ?? [],
  );
}

function rulesFolder(): URL {
  return built ? new URL("rules/", built) : new URL("../rules/", import.meta.url);
}

/** The prompt files; a name is the path below `src/panel/prompts`. `below` keeps those of one folder. */
export async function promptFiles(below = ""): Promise<{ name: string; text: string }[]> {
  const folder = built ? new URL("prompts/", built) : new URL("../prompts/", import.meta.url);
  return filesIn(folder, (name) => name.startsWith(below) && /\.(?:md|yml)$/.test(name));
}

/** The page of the documentation about the protocol. */
export function protocolPage(): Promise<string> {
  return readFile(new URL(built ? "docs/protocol.md" : "../../../docs/protocol.md", built ?? import.meta.url), "utf8");
}

async function filesIn(folder: URL, wanted: (name: string) => boolean): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const sorted = names.filter(wanted).sort();
  return Promise.all(sorted.map(async (name) => ({ name, text: await readFile(new URL(name, folder), "utf8") })));
}

function inPackage(path: string): URL {
  const [scopeOrName = "", name = ""] = path.split("/");
  const owner = scopeOrName.startsWith("@") ? `${scopeOrName}/${name}` : scopeOrName;
  return new URL(path.slice(owner.length + 1), import.meta.resolve(`${owner}/package.json`));
}
