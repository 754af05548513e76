import type { Matcher, RuleMatch } from "../../domain/ports.ts";
import { tooDense } from "../rules/limits.ts";
import { languageOf } from "../rules/rule.ts";

type Parsed = "javascript" | "typescript" | "tsx" | "python" | "java" | "go";

/** The comments and strings of a text, by the parser of its language. */
export interface Syntax {
  readonly language: Parsed;
  readonly comments: readonly RuleMatch[];
  readonly strings: readonly RuleMatch[];
}

const script = { comments: ["comment"], strings: ["string", "template_string", "regex"] };
const markup = { comments: ["comment"], strings: [...script.strings, "jsx_text"] };
const kinds: Readonly<Record<Parsed, { readonly comments: readonly string[]; readonly strings: readonly string[] }>> = {
  javascript: markup,
  typescript: script,
  tsx: markup,
  python: { comments: ["comment"], strings: ["string"] },
  java: { comments: ["line_comment", "block_comment"], strings: ["string_literal", "character_literal"] },
  go: {
    comments: ["comment"],
    strings: ["interpreted_string_literal", "raw_string_literal", "rune_literal"],
  },
};

/**
 * Null if the parser cannot be trusted with the text: it has no grammar, cannot read all of it, or a compiler may read
 * it differently. YAML is such a language, because all of it is text and templates are filled in before it is read.
 */
export async function syntaxOf(path: string, text: string, matcher: Matcher): Promise<Syntax | null> {
  const language = languageOf(path);
  if (language === null || language === "yaml" || tooDense(text) !== null || readsOtherwise(language, text))
    return null;
  const asked = [kinds[language].comments, kinds[language].strings];
  const rules = asked.map((names) => ({ rule: { any: names.map((kind) => ({ kind })) } }));
  const [comments, strings] = await matcher.scan(language, text, rules);
  if (comments?.status !== "matched" || strings?.status !== "matched") return null;
  if ((await matcher.faults(language, text)) > 0) return null;
  return { language, comments: comments.matches, strings: strings.matches };
}

/** Control characters, line ends that only some readers know, and marks of templates. */
const ambiguous = /(?![\t\n\r])[\p{Cc}\u2028\u2029]|\r(?!\n)|<%|\{%|<\?(?:php|=)/u;
const oldScript = /<!--|-->|@cc_on/;
const ambiguousIn: Readonly<Record<Parsed, RegExp>> = {
  // In old scripts these begin comments, in modules they are operators.
  javascript: oldScript,
  typescript: oldScript,
  tsx: oldScript,
  // The encoding named in the first lines decides the meaning of the rest.
  python: /^(?:.*\n)?.*coding[:=](?!\s*utf-?8\b)/i,
  // Escapes are replaced before comments are recognised.
  java: /\\u/,
  // The comment before this import is C code.
  go: /"C"/,
};

function readsOtherwise(language: Parsed, text: string): boolean {
  return ambiguous.test(text) || ambiguousIn[language].test(text);
}
