/**
 * How a family of languages marks comments and strings, for files without a trusted parser. More marks than a language has are safe: what they hide is
 * no evidence.
 */
interface Family {
  readonly line: readonly string[];
  readonly blocks: readonly (readonly [open: string, close: string])[];
  readonly strings: readonly (readonly [mark: string, isLong: boolean])[];
  /** Settings and markup: a value beside its name is what the file says, and a plain scalar may be a sentence. */
  readonly isConfig?: true;
}

const quotes = [['"', false] as const, ["'", false] as const];
const longQuotes = [['"""', true] as const, ["'''", true] as const, ...quotes];
const cBlocks = [["/*", "*/"] as const];
const markupBlocks = [["<!--", "-->"] as const];

const families = {
  c: { line: ["//", "<!--"], blocks: cBlocks, strings: [['"""', true], ["`", true], ...quotes] },
  php: { line: ["//", "#"], blocks: cBlocks, strings: [["`", true], ...quotes] },
  css: { line: [], blocks: cBlocks, strings: quotes, isConfig: true },
  hash: {
    line: ["#"],
    blocks: [
      ["=begin", "=end"],
      ["<#", "#>"],
    ],
    strings: longQuotes,
  },
  hashConfig: { line: ["#", ";"], blocks: cBlocks, strings: longQuotes, isConfig: true },
  terraform: { line: ["#", "//"], blocks: cBlocks, strings: quotes, isConfig: true },
  sql: { line: ["--", "#"], blocks: cBlocks, strings: quotes },
  dashes: {
    line: ["--"],
    blocks: [
      ["--[[", "]]"],
      ["{-", "-}"],
    ],
    strings: [["[[", true], ...quotes],
  },
  lisp: { line: [";"], blocks: [["#|", "|#"]], strings: [['"', true]] },
  percent: { line: ["%"], blocks: [["%{", "%}"]], strings: quotes },
  basic: { line: ["'", "REM ", "::"], blocks: [], strings: [['"', false]] },
  markup: { line: [], blocks: markupBlocks, strings: quotes, isConfig: true },
  unknown: {
    line: ["//", "#", "--", ";;"],
    blocks: [...cBlocks, ...markupBlocks],
    strings: [...longQuotes, ["`", true]],
  },
} as const satisfies Record<string, Family>;

const familyOf: readonly (readonly [names: RegExp, family: Family])[] = [
  [/\.php\d?$/i, families.php],
  [/\.(?:s?css|less|sass)$/i, families.css],
  [/\.(?:tf|tfvars|hcl)$/i, families.terraform],
  [
    /\.(?:ya?ml|toml|ini|cfg|conf|properties|env|json[c5]?)$|(?:^|\/)(?:Dockerfile|Containerfile|\.[\w.]*(?:rc|ignore|config)|CODEOWNERS)[^/]*$/i,
    families.hashConfig,
  ],
  [
    /\.(?:py|rb|rake|pl|pm|r|jl|ex|exs|nix|coffee|cr|nim|ps1|psm1|sh|bash|zsh|fish|mk|cmake|bzl|star)$|(?:^|\/)(?:Makefile|Rakefile|Gemfile|Vagrantfile|Jenkinsfile)$/i,
    families.hash,
  ],
  [/\.sql$/i, families.sql],
  [/\.(?:lua|hs|elm|ad[bs]|vhdl?)$/i, families.dashes],
  [/\.(?:clj[cs]?|el|lisp|scm|rkt|asm|s)$/i, families.lisp],
  [/\.(?:erl|hrl|m?tex|prolog)$/i, families.percent],
  [/\.(?:vb|vbs|bas|bat|cmd)$/i, families.basic],
  [/\.(?:html?|xml|xaml|svg|vue|svelte|csproj|plist)$/i, families.markup],
  [
    /\.(?:[cm]?[jt]sx?|java|go|[ch]|cc|cpp|cxx|hpp|hh|cs|kts?|swift|scala|dart|rs|groovy|gradle|proto|sol|zig|mm?|v|glsl|graphql)$/i,
    families.c,
  ],
];

/** A stand-in for a string of several words, and for one of a single word. */
const sentence = "\0";
const value = "\u0001";

/** A string's stand-in: two words with a blank between them are a sentence. */
export function standIn(text: string): string {
  return /[\p{L}\p{N}]\S*\s+\S*[\p{L}\p{N}]/u.test(text) ? sentence : value;
}

/** The lines of a text with comments taken out and strings replaced by their stand-ins, by the marks of its family. */
export function codeByMarks(
  path: string,
  text: string,
): { readonly lines: readonly string[]; readonly isConfig: boolean } {
  const family: Family = familyOf.find(([names]) => names.test(path))?.[1] ?? families.unknown;
  const isYaml = /\.ya?ml$/i.test(path);
  let code = "";
  for (let at = 0; at < text.length; ) {
    const skipped = commentAt(text, at, family) ?? stringAt(text, at, family);
    if (skipped === null) {
      code += text[at];
      at += 1;
    } else {
      code += skipped.code;
      at = skipped.end;
    }
  }
  const lines = code.split("\n");
  return { lines: isYaml ? lines.map(withoutPlainSentence) : lines, isConfig: family.isConfig === true };
}

interface Skipped {
  readonly end: number;
  readonly code: string;
}

function commentAt(text: string, at: number, { line, blocks }: Family): Skipped | null {
  const block = blocks.find(([open]) => text.startsWith(open, at));
  if (block !== undefined) {
    const close = text.indexOf(block[1], at + block[0].length);
    const end = close === -1 ? text.length : close + block[1].length;
    return { end, code: lineBreaks(text.slice(at, end)) };
  }
  if (!line.some((mark) => text.startsWith(mark, at))) return null;
  const end = text.indexOf("\n", at);
  return { end: end === -1 ? text.length : end, code: "" };
}

/** A quotation mark that is not closed where it must be is an ordinary character: an apostrophe, a lifetime. */
function stringAt(text: string, at: number, { strings }: Family): Skipped | null {
  const [mark, isLong] = strings.find(([one]) => text.startsWith(one, at)) ?? [];
  if (mark === undefined) return null;
  const closing = mark === "[[" ? "]]" : mark;
  for (let end = at + mark.length; end < text.length; end++) {
    if (text[end] === "\\") end += 1;
    else if (text.startsWith(closing, end)) {
      const inner = text.slice(at + mark.length, end);
      const breaks = lineBreaks(inner);
      const shown = standIn(inner);
      return {
        end: end + closing.length,
        code: breaks === "" ? shown : [shown, ...breaks.split("").map(() => shown)].join("\n"),
      };
    } else if (text[end] === "\n" && isLong !== true) return null;
  }
  return null;
}

function lineBreaks(text: string): string {
  return text.replaceAll(/[^\n]/g, "");
}

const commandKey = /^\s*-?\s*(?:run|command|args|script|entrypoint|cmd|exec)\s*:/;

/** A plain scalar of YAML with several words is a sentence, unless it is a command. */
function withoutPlainSentence(line: string): string {
  const { label = "", scalar = "" } =
    /^(?<label>\s*(?:-\s+)*(?:[\w.$/-]+\s*:\s+)?)(?<scalar>.*)$/.exec(line)?.groups ?? {};
  return commandKey.test(line) || standIn(scalar) !== sentence ? line : label + sentence;
}

const name = /[\p{L}\p{N}_]/u;
const control =
  /(?:^|[^\w.$])(?:if|elif|elsif|elseif|unless|while|until|for|foreach|switch|case|when|match|guard|assert|except|catch|rescue)\b(?<rest>.*)/;
const jump = /(?:^|[^\w.$])(?:throw|raise|break|continue|goto)\b/;
const givesBack = /(?:^|[^\w.$])return\b(?<rest>.*)/;
const comparison = /[=!<>]=|&&|\|\||[\w\])]\s*[<>]\s*[\w(]|\b(?:is|in|not|and|or|instanceof)\b/;
const assignment = /(?:(?<![=!<>])=(?![=>])|=>|:(?!:))(?<rest>.*)/;
const call = /[\p{L}\p{N}_\])!?]\s*\((?<rest>.*)/u;
/** Tags without attributes only wrap a text. */
const bareTag = /<\/?[\w.]*\s*\/?>/g;

/**
 * Whether a line says something by its code. `code` has no comments, and stand-ins for strings. It does if a condition, comparison, assignment,
 * return, throw or call with something other than strings remains. A bare string, a string with a name, and a call with nothing but strings are words.
 */
export function isCodeLine(code: string, isConfig: boolean): boolean {
  const text = code.replaceAll(bareTag, " ");
  const bare = withoutStrings(text);
  if (!name.test(bare)) return false;
  if (!text.includes(sentence) && (isConfig || !text.includes(value))) return isSaying(bare, text);
  if (isConfig) return false;
  if (jump.test(bare) || (comparison.test(bare) && name.test(bare))) return true;
  const [given] = restOf(givesBack, text);
  if (given !== undefined && (name.test(given) || given.trim() === "")) return true;
  const rests = [control, assignment, call].flatMap((form) => restOf(form, text));
  return rests.some((rest) => name.test(rest));
}

function withoutStrings(text: string): string {
  return text.replaceAll(sentence, " ").replaceAll(value, " ");
}

function restOf(form: RegExp, text: string): string[] {
  const rest = form.exec(text)?.groups?.["rest"];
  // The name of a value is no value.
  return rest === undefined ? [] : [withoutStrings(rest.replaceAll(/[\w$-]+\s*(?:=>|:(?!:))/g, " "))];
}

/** More than a lone keyword or bracket, which every file has. */
function isSaying(bare: string, text: string): boolean {
  const words = bare.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length > 1 || text.includes(value) || /[\p{L}\p{N}_][!?]?\(/u.test(bare);
}
