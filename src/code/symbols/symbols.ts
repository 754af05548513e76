/** The weakest kinds come first: of two kinds for one name, the later one counts. */
const kinds = [...["variable", "field", "type", "module", "enum", "interface", "class", "function", "method"]] as const;
export type Kind = (typeof kinds)[number];

/** A named piece of code; its lines count from 1 and include both ends. */
export interface Definition {
  readonly name: string;
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

/** A name in use. A name that a line has twice is there once. */
export interface Use {
  readonly name: string;
  readonly line: number;
}

/** `note` says why the text was only searched for words and declarations, and not parsed. */
export interface Symbols {
  readonly definitions: readonly Definition[];
  readonly uses: readonly Use[];
  readonly note?: string;
}

export type SymbolsOf = (path: string, text: string) => Promise<Symbols>;

/** A line that declares something in a language without a grammar. The group `name` of the pattern is its name. */
export interface Declaration {
  readonly kind: Kind;
  readonly pattern: RegExp;
}

/** The places of names before they are sorted. */
export interface FoundSymbols {
  readonly definitions: readonly Definition[];
  readonly uses: readonly Use[];
}

const longestName = 200;

/** In the order of the text, each definition and each use of a line once. */
export function inOrder({ definitions, uses }: FoundSymbols): FoundSymbols {
  const strongest = new Map<string, Definition>();
  for (const definition of definitions.filter(({ name }) => isName(name))) {
    const key = `${definition.from} ${definition.name}`;
    strongest.set(key, merged(definition, strongest.get(key)));
  }
  const once = new Map(uses.filter(({ name }) => isName(name)).map((use) => [`${use.line} ${use.name}`, use]));
  return {
    definitions: [...strongest.values()].sort((a, b) => a.from - b.from || b.to - a.to || compareTexts(a.name, b.name)),
    uses: [...once.values()].sort((a, b) => a.line - b.line || compareTexts(a.name, b.name)),
  };
}

/** The same order on every machine. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function isKind(name: string): name is Kind {
  return kinds.some((kind) => kind === name);
}

/** Of two readings of one definition, the widest extent and the strongest kind. */
export function merged(a: Definition, b: Definition = a): Definition {
  const kind = kinds.indexOf(a.kind) > kinds.indexOf(b.kind) ? a.kind : b.kind;
  return { name: a.name, kind, from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

function isName(name: string): boolean {
  return name !== "" && name.length <= longestName && !/\s/.test(name);
}
