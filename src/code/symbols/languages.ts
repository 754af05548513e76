import type { queries } from "./queries.ts";
import type { Declaration, Kind } from "./symbols.ts";

/**
 * Declarations by the form of their line, for languages without a grammar here and for texts that are not parsed. Lines
 * are short (text-symbols.ts), so that no pattern takes long.
 */
const modifiers =
  "(?:(?:public|private|protected|internal|fileprivate|open|final|abstract|sealed|data|inner|annotation|override|suspend|inline|operator|static|async|virtual|partial|readonly|export|default|const|lateinit|tailrec|infix|external|mutating|required|convenience|indirect|extern|constexpr|value|late|factory|base|local|pub|declare|unsafe|companion|case|@[\\w.]+(?:\\([^()]*\\))?)\\s+)*";

function declared(kind: Kind, words: string, before = "", name = "[\\w$]+"): Declaration {
  return { kind, pattern: new RegExp(`^\\s*${modifiers}(?:${words})\\s+${before}(?<name>${name})`, "u") };
}

const statements =
  "(?:return|else|if|for|foreach|while|switch|catch|throw|new|delete|case|goto|using|await|yield|assert|import|package|typedef|co_return|co_await)";
/** `Type name(…` that does not end as a call or a prototype does. */
const typedFunction: Declaration = {
  kind: "function",
  pattern: new RegExp(
    `^\\s*(?!${statements}\\b|[:,])(?:[\\w:<>,*&~[\\].?]+\\s+){1,6}[*&]*(?:\\w+::)*~?(?<name>\\w+)\\s*(?:<[^<>]*>)?\\((?![^=]*;\\s*$)`,
    "u",
  ),
};

const keywords: readonly Declaration[] = [
  declared("function", "function|func|fun|fn|def|defp|sub|proc"),
  declared("class", "class|struct|object|record"),
  declared("interface", "interface|trait|protocol"),
  declared("enum", "enum"),
  declared("module", "module|namespace|defmodule", "", "[\\w$.:]+"),
  { kind: "function", pattern: /^(?<name>[\w-]+)\s*\(\)\s*\{/u },
];

const cLike: readonly Declaration[] = [
  typedFunction,
  { kind: "method", pattern: /^\s*(?:\w+::)+~?(?<name>\w+)\s*\((?![^=]*;\s*$)/u },
  { kind: "class", pattern: /^\s*(?:class|struct|union|@interface|@implementation)\s+(?<name>\w+)(?![^{]*;)/u },
  declared("enum", "enum(?:\\s+class)?"),
  declared("module", "namespace"),
  { kind: "variable", pattern: /^\s*#\s*define\s+(?<name>\w+)/u },
];

const csharp: readonly Declaration[] = [
  { ...typedFunction, kind: "method" },
  declared("class", "class|struct|record|record\\s+struct"),
  declared("interface", "@?interface"),
  declared("enum", "enum"),
  declared("module", "namespace", "", "[\\w.]+"),
];

const kotlin: readonly Declaration[] = [
  declared("function", "fun", "(?:<[^<>]*>\\s*)?(?:[\\w<>?]+\\.)*"),
  declared("class", "class|object"),
  declared("enum", "enum\\s+class"),
  declared("interface", "interface|fun\\s+interface"),
  declared("type", "typealias"),
  { kind: "variable", pattern: /^(?:(?:private|internal|public|const|lateinit)\s+)*va[lr]\s+(?<name>\w+)/u },
];

const swift: readonly Declaration[] = [
  declared("function", "func|class\\s+func"),
  declared("class", "class|struct|actor|extension", "", "(?!func\\b)\\w+"),
  declared("enum", "enum"),
  declared("interface", "protocol"),
  declared("type", "typealias"),
  {
    kind: "method",
    pattern: /^\s*(?:(?:public|required|convenience|override|private|internal)\s+)*(?<name>init)[?!]?\(/u,
  },
  { kind: "variable", pattern: /^(?:(?:public|private|internal|fileprivate)\s+)*(?:let|var)\s+(?<name>\w+)/u },
];

const dart: readonly Declaration[] = [
  typedFunction,
  declared("class", "class|mixin|mixin\\s+class|extension(?:\\s+type)?"),
  declared("enum", "enum"),
  declared("type", "typedef"),
  { kind: "method", pattern: /^\s*(?:[\w<>?,[\].]+\s+){0,2}get\s+(?<name>\w+)\s*(?:=>|\{)/u },
];

/** The languages with a grammar; each has a file in `grammars/` and a query. */
export type Grammar = keyof typeof queries;

/** With a grammar, a language is parsed. Otherwise its definitions are found line by line. */
export interface Language {
  readonly endings: readonly string[];
  readonly grammar?: Grammar;
  readonly declarations: readonly Declaration[];
}

const languages: readonly Language[] = [
  { endings: ["js", "mjs", "cjs", "jsx"], grammar: "javascript", declarations: keywords },
  { endings: ["ts", "mts", "cts"], grammar: "typescript", declarations: keywords },
  { endings: ["tsx"], grammar: "tsx", declarations: keywords },
  { endings: ["py", "pyi"], grammar: "python", declarations: keywords },
  { endings: ["java"], grammar: "java", declarations: csharp },
  { endings: ["go"], grammar: "go", declarations: keywords },
  { endings: ["rs"], grammar: "rust", declarations: keywords },
  { endings: ["rb", "rake"], grammar: "ruby", declarations: keywords },
  { endings: ["php"], grammar: "php", declarations: keywords },
  { endings: ["c", "h"], grammar: "c", declarations: cLike },
  { endings: ["cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm"], declarations: cLike },
  { endings: ["cs"], declarations: csharp },
  { endings: ["kt", "kts"], declarations: kotlin },
  { endings: ["swift"], declarations: swift },
  { endings: ["dart"], declarations: dart },
  {
    endings: "sh bash zsh lua scala groovy gradle pl pm ex exs erl jl r vue svelte zig nim".split(" "),
    declarations: keywords,
  },
];

const byEnding = new Map(languages.flatMap((language) => language.endings.map((ending) => [ending, language])));

/** Null for a file that holds no code, as far as its name says. */
export function grammarOf(path: string): Language | null {
  return byEnding.get(/\.(?<ending>[a-z0-9]+)$/i.exec(path)?.groups?.["ending"]?.toLowerCase() ?? "") ?? null;
}
