import { cLike, csharp, dart, keywords, kotlin, swift } from "./declarations.ts";
import type { queries } from "./queries.ts";
import type { Declaration } from "./symbols.ts";

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
