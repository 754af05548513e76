import type { Document, Node, YAMLMap } from "yaml";
import { CST, isMap, isNode, isScalar, isSeq, Lexer, LineCounter, parseDocument, visit } from "yaml";
import { quoted } from "../domain/known-names.ts";

/** One mistake in the file. `line` is 1-based, null when it concerns the whole file. */
export interface Problem {
  readonly line: number | null;
  readonly text: string;
}

const mostErrors = 50;

/** One sentence a problem, with file and line, in the order of the lines. */
export function problemSentences(source: string, problems: readonly Problem[]): readonly string[] {
  const sentences = [...problems]
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, text }) => `${source}${line === null ? "" : `, line ${line}`}: ${text}`);
  const errors = [...new Set(sentences)];
  if (errors.length <= mostErrors) return errors;
  const more = `${source}: ${errors.length - mostErrors} further problems are not listed; correct these first.`;
  return [...errors.slice(0, mostErrors), more];
}

export type YamlReading =
  | { readonly ok: true; readonly value: unknown; readonly lineOf: (path: readonly PropertyKey[]) => number | null }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const tooDeep = "The file is nested too deeply; settings have three levels.";
const noTags = "This is a YAML tag (!…), and tags are not allowed: write the plain value.";
const limits = { bytes: 64 * 1024, depth: 20, tokens: 10_000, escapes: 1_000 };

/**
 * Reads one small YAML mapping without trusting it (H57): it measures size and depth before it builds anything, and refuses aliases, tags,
 * duplicate keys and further documents. `lineOf` gives the line of a key or list item, or of the nearest one above it.
 */
export function readYaml(text: string): YamlReading {
  if (new TextEncoder().encode(text).length > limits.bytes) {
    return refused(null, `The file is larger than ${limits.bytes / 1024} KiB; settings are a page or two: shorten it.`);
  }
  const unreadable = findUnreadable(text);
  if (unreadable !== null) return refused(unreadable.line, unreadable.text);
  const excess = findExcess(text);
  if (excess !== null) return refused(excess.line, excess.text);

  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    // Not "silent": that also drops the error on a second document.
    logLevel: "error",
    prettyErrors: false,
    schema: "core",
    uniqueKeys: false,
  });
  const lineAt = (offset: number | undefined): number | null =>
    offset === undefined ? null : Math.max(1, lines.linePos(offset).line);
  const faults = [...document.errors, ...document.warnings].map((error) => ({
    line: lineAt(error.pos[0]),
    text: faultTexts[error.code] ?? "This is not valid YAML; check indentation, quotes and brackets around it.",
  }));
  if (faults.length > 0) return { ok: false, problems: faults };
  const refusals = findRefused(document, lineAt);
  if (refusals.length > 0) return { ok: false, problems: refusals };
  const value: unknown = document.toJS({ maxAliasCount: 0 });
  return { ok: true, value, lineOf: (path) => lineAt(offsetOf(document, path)) };
}

/** Finds characters that no settings file in UTF-8 holds. Bytes of another encoding arrive as U+FFFD, and a name with one would match nothing. */
function findUnreadable(text: string): Problem | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: YAML does not allow these characters.
  const at = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/);
  if (at === -1) return null;
  const line = text.slice(0, at).split("\n").length;
  return text[at] === "\ufffd"
    ? { line, text: "The file is not UTF-8 text here; save it as UTF-8." }
    : {
        line,
        text: "The file is not plain text: this line has a control character; remove it, or write an escape in quotes.",
      };
}

const faultTexts: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "A second YAML document begins here; keep one and remove the --- between them.",
  TAB_AS_INDENT: "A tab is used for indentation, which YAML does not allow; use spaces.",
  TAG_RESOLVE_FAILED: noTags,
  BAD_DQ_ESCAPE: "An escape in double quotes is not one of YAML's; double the backslash or use single quotes.",
  MISSING_CHAR: "A bracket, brace, quote or comma is missing here; add it.",
  BAD_INDENT: "The indentation does not fit, or a bracket above is still open; align the keys, or close the bracket.",
  RESOURCE_EXHAUSTION: tooDeep,
};

function refused(line: number | null, text: string): YamlReading {
  return { ok: false, problems: [{ line, text }] };
}

const depthOf: Readonly<Record<string, number>> = {
  "flow-seq-start": 1,
  "flow-map-start": 1,
  "flow-seq-end": -1,
  "flow-map-end": -1,
};
const indicators = new Set(["seq-item-ind", "explicit-key-ind", "map-value-ind"]);

interface Counts {
  readonly depth: number;
  readonly inLine: number;
  readonly tokens: number;
  readonly escapes: number;
}

const excesses: readonly { readonly when: (counts: Counts) => boolean; readonly text: string }[] = [
  { when: ({ depth }) => depth < 0, text: "A bracket or brace is closed here that was never opened; remove it." },
  { when: ({ depth, inLine }) => depth + inLine > limits.depth, text: tooDeep },
  {
    when: ({ tokens }) => tokens > limits.tokens,
    text: "The file has too many entries; shorten it.",
  },
  {
    when: ({ escapes }) => escapes > limits.escapes,
    text: "The file has too many escapes in quotes; use a block scalar (|).",
  },
];

/** Finds input that would cost the composer its stack or seconds. The lexer alone is linear and does not recurse. */
function findExcess(text: string): Problem | null {
  let [line, depth, inLine, tokens, escapes] = [1, 0, 0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token) ?? "";
    line += token.split("\n").length - 1;
    tokens += 1;
    depth += depthOf[type] ?? 0;
    inLine = type === "newline" ? 0 : inLine + Number(depth === 0 && indicators.has(type));
    escapes += type === "double-quoted-scalar" ? token.split("\\").length - 1 : 0;
    const excess = excesses.find(({ when }) => when({ depth, inLine, tokens, escapes }));
    if (excess !== undefined) return { line, text: excess.text };
  }
  return null;
}

function findRefused(document: Document, lineAt: (offset: number | undefined) => number | null): Problem[] {
  const problems: Problem[] = [];
  const report = (node: Node, text: string) => problems.push({ line: lineAt(node.range?.[0]), text });
  visit(document, {
    Alias: (_, node) => void report(node, "This is an alias (*…), and aliases are not allowed: write the value out."),
    Value: (_, node) => {
      if (node.tag !== undefined) report(node, noTags);
      for (const key of isMap(node) ? repeatedKeys(node) : []) {
        report(key.node, `This key occurs twice in its section: ${quoted(key.name)}; keep one of the two.`);
      }
    },
  });
  return problems;
}

/** Replaces the parser's own check, which compares every key with every other and takes seconds for thousands of keys. */
function repeatedKeys(map: YAMLMap): { readonly node: Node; readonly name: string }[] {
  const seen = new Set<string>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const repeated = seen.has(name);
    seen.add(name);
    return repeated ? [{ node: key, name }] : [];
  });
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const step of path) {
    const below = descend(node, step);
    if (below === null) return offset;
    offset = below.named?.range?.[0] ?? offset;
    node = below.node;
  }
  return offset;
}

/** `named` is the node whose line a reader looks for: the key of a pair, or the list item. */
function descend(node: unknown, step: PropertyKey): { readonly node: unknown; readonly named: Node | null } | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return pair === undefined ? null : { node: pair.value, named: isNode(pair.key) ? pair.key : null };
  }
  const item = isSeq(node) && typeof step === "number" ? node.items[step] : undefined;
  return item === undefined ? null : { node: item, named: isNode(item) ? item : null };
}
