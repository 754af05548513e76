/** The effects of hidden characters on a line, from most to least harmful. */
export type HiddenKind = "order" | "tags" | "selectors" | "invisible" | "break" | "control";

export interface Hidden {
  readonly kind: HiddenKind;
  /** `grave`: the line means something other than it shows. `mild`: probably harmless. */
  readonly weight: "grave" | "usual" | "mild";
  /** Offset of the first such character. */
  readonly at: number;
  /** `U+202E`, each once. */
  readonly names: readonly string[];
}

/**
 * Whether the text is run or obeyed, so that nothing in it may be hidden. `startsFile`: a byte order mark may come
 * first.
 */
export interface HiddenOptions {
  readonly isCode: boolean;
  readonly startsFile?: boolean;
}

type Found = Pick<Hidden, "weight" | "at"> & { readonly characters: readonly string[] };
type Detector = (line: string, isCode: boolean) => Found | null;

/**
 * Sequences that writing systems and emoji consist of: joiners, selectors after the selected character, three flags,
 * fillers between jamo.
 */
const legitimate = new RegExp(
  [
    "(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}",
    "(?<=[\\p{Extended_Pictographic}\\p{S}\\p{N}#*])[\\ufe0e\\ufe0f](?![\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])",
    "(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}](?![\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}])",
    "(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f](?![\\u180b-\\u180f])",
    "(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]?)\\u200d(?=\\p{Extended_Pictographic})",
    // Scripts that join or separate letters with these characters: Arabic to Syriac, the scripts of India, Tibetan,
    // Burmese, Khmer, Mongolian.
    "(?<=[\\u0600-\\u08ff\\u0900-\\u0dff\\u0f00-\\u109f\\u1780-\\u180a\\u1810-\\u18af\\u1a20-\\u1bff\\ua840-\\uabff])[\\u200c\\u200d]",
    // Scripts without blanks between words: Thai, Lao, Burmese, Khmer.
    "(?<=[\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff])\\u200b",
    "\\u115f(?=[\\u1160-\\u11ff])|(?<=[\\u1100-\\u115f])\\u1160",
  ].join("|"),
  "gu",
);

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const bidi = /[\u202a-\u202e\u2066-\u2069]/g;
const isolates = "\u2066\u2067\u2068";
const embeddings = "\u202a\u202b\u202d\u202e";

const detectors: Readonly<Record<HiddenKind, Detector>> = {
  order(line, isCode) {
    const characters = line.match(bidi);
    if (characters === null) return null;
    const hasRightToLeft = rightToLeft.test(line);
    const isOverridden = /[\u202d\u202e]/.test(line);
    const isReordered = isOverridden || (isOpen(characters) && (isCode || !hasRightToLeft));
    const found = { at: line.search(bidi), characters };
    if (isReordered) return { ...found, weight: isCode ? "grave" : "usual" };
    if (!isCode) return null;
    return { ...found, weight: hasRightToLeft || !/[\u202b\u2067]/.test(line) ? "mild" : "usual" };
  },
  tags: (line) => foundIn(line, /[\u{e0000}-\u{e007f}]/gu, "usual"),
  selectors(line, isCode) {
    const isRun = /\p{Variation_Selector}{2}/u.test(line);
    return foundIn(line, /\p{Variation_Selector}/gu, isCode || isRun ? "usual" : "mild");
  },
  invisible(line, isCode) {
    const marked = rightToLeft.test(line) ? line.replace(/[\u200e\u200f]|\u061c/g, "_") : line;
    if (isCode || /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]{3}/u.test(marked))
      return foundIn(marked, invisible, "usual");
    return foundIn(marked.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]|\u034f|\u061c/g, "_"), invisible, "mild");
  },
  break: (line, isCode) => foundIn(withoutEnd(line), /[\r\u0085\u2028\u2029]/g, isCode ? "usual" : "mild"),
  control(line, isCode) {
    const withoutPages = /^\s*$/.test(line) ? line.replaceAll("\f", " ") : line;
    return foundIn(withoutPages, /(?![\t\r\u0085])\p{Cc}/gu, isCode ? "usual" : "mild");
  },
};

/** Characters that are neither drawn nor blank, except those that the other detectors look for. */
const invisible =
  /(?![\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** A quick test: most lines cannot hide anything. */
const plainAscii = /^[\t\x20-\x7e]*\r?$/;

/**
 * The worst effect of hidden characters on a line. Null if there are none, or only those that the line's script or an
 * emoji needs.
 */
export function hiddenIn(line: string, { isCode, startsFile = false }: HiddenOptions): Hidden | null {
  if (plainAscii.test(line)) return null;
  const marked = startsFile ? line.replace(/^\ufeff/, "_") : line;
  const suspect = marked.replace(legitimate, (sequence) => "_".repeat(sequence.length));
  const weights = ["grave", "usual", "mild"] as const;
  const all = kinds.flatMap((kind) => {
    const found = detectors[kind](suspect, isCode);
    return found === null ? [] : [{ kind, ...found }];
  });
  const worst = weights.flatMap((weight) => all.filter((found) => found.weight === weight))[0];
  if (worst === undefined) return null;
  const { characters, ...hidden } = worst;
  return { ...hidden, names: [...new Set(all.flatMap((found) => found.characters.map(nameOf)))] };
}

const kinds = ["order", "tags", "selectors", "invisible", "break", "control"] as const;

/**
 * The line without the carriage returns at its end. They are counted by hand, because a pattern would take quadratic
 * time.
 */
function withoutEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}

function foundIn(line: string, pattern: RegExp, weight: Found["weight"]): Found | null {
  const characters = line.match(pattern);
  return characters === null ? null : { weight, at: line.search(pattern), characters };
}

/** Whether one of the controls reaches the end of the line. */
function isOpen(characters: readonly string[]): boolean {
  const open: string[] = [];
  for (const character of characters) {
    if (isolates.includes(character) || embeddings.includes(character)) open.push(character);
    else if (character === "\u2069") open.splice(lastIsolate(open));
    else if (embeddings.includes(open.at(-1) ?? "-")) open.pop();
  }
  return open.length > 0;
}

/** The index past the end if the control closes nothing. */
function lastIsolate(open: readonly string[]): number {
  const last = open.findLastIndex((one) => isolates.includes(one));
  return last === -1 ? open.length : last;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
