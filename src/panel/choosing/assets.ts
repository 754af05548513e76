import { existsSync, readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { GrammarFiles } from "../../code/symbols/read-symbols.ts";
import { languages } from "../rules/rule.ts";

/** The languages that have a grammar but no rules: their files are read for symbols only. */
const symbolLanguages = ["rust", "ruby", "php", "c"];

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

export const astGrepAssets = { engine, grammars: filesOf(languages) };

/** The files of the grammars for symbols (`src/code/tools`). */
export const symbolGrammars: GrammarFiles = filesOf([...languages, ...symbolLanguages]);

async function engine() {
  const inPackage = () => new URL("wasm_bg.wasm", import.meta.resolve("@ast-grep/wasm/package.json"));
  return new Uint8Array(await readFile(built ? new URL("grammars/ast-grep.wasm", built) : inPackage()));
}

function filesOf(names: readonly string[]): Record<string, string> {
  const folder = new URL("grammars/", built ?? new URL("../../../", import.meta.url));
  return Object.fromEntries(names.map((name) => [name, fileURLToPath(new URL(`${name}.wasm`, folder))]));
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

const names = new Map<string, Promise<readonly string[]>>();
const texts = new Map<string, Promise<string>>();

async function filesIn(folder: URL, wanted: (name: string) => boolean): Promise<{ name: string; text: string }[]> {
  const sorted = (await once(names, folder, namesIn)).filter(wanted).sort();
  return Promise.all(
    sorted.map(async (name) => ({
      name,
      text: await once(texts, new URL(name, folder), (url) => readFile(url, "utf8")),
    })),
  );
}

async function namesIn(folder: URL): Promise<readonly string[]> {
  return (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
}

/** What came with the program does not change while it runs, and an App reviews many changes. A failure is not kept. */
function once<Value>(known: Map<string, Promise<Value>>, url: URL, read: (url: URL) => Promise<Value>): Promise<Value> {
  const reading = known.get(url.href) ?? read(url);
  known.set(url.href, reading);
  reading.catch(() => known.delete(url.href));
  return reading;
}
