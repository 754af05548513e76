/** A regular expression as far as the literal text in its matches goes: what is not one known character is `unknown`. */
export type RegexNode =
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "unknown" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly RegexNode[] }
  | { readonly kind: "optional" | "some" | "any"; readonly part: RegexNode };

const token =
  /(?<flags>\(\?[a-z]*(?:-[a-z]+)?[:)])|(?<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?<times>[?*+]|\{\d+(?:,\d*)?\})\??|\\(?<escaped>.)|(?<mark>[(|)^$.])|(?<plain>.)/gsu;

type Token = Readonly<Partial<Record<"flags" | "set" | "times" | "escaped" | "mark" | "plain", string>>>;

const nothing: RegexNode = { kind: "sequence", parts: [] };
const unknown: RegexNode = { kind: "unknown" };

/** Reads the syntax of Rust's `regex`. Letters under `(?i)` are unknown: case folding knows more than two forms (`k` is also the Kelvin sign). */
export function readRegex(source: string): RegexNode {
  const tokens = [...source.matchAll(token)].map(({ groups }): Token => groups ?? {});
  let next = 0;

  function readChoice(isCaseFree: boolean): RegexNode {
    let caseFree = isCaseFree;
    const branches: RegexNode[][] = [[]];
    for (let one = tokens[next++]; one !== undefined && one.mark !== ")"; one = tokens[next++]) {
      if (one.mark === "|") branches.push([]);
      else if (one.flags?.endsWith(")")) caseFree = isCaseFreeWith(one.flags, caseFree);
      else branches.at(-1)?.push(readPart(one, caseFree));
    }
    return { kind: "choice", parts: branches.map((parts): RegexNode => ({ kind: "sequence", parts })) };
  }

  function readPart(one: Token, caseFree: boolean): RegexNode {
    const isGroup = one.mark === "(" || one.flags !== undefined;
    const part = isGroup ? readChoice(isCaseFreeWith(one.flags ?? "", caseFree)) : atom(one, caseFree);
    const times = tokens[next]?.times;
    if (times === undefined) return part;
    next++;
    return repeated(part, times);
  }
  return readChoice(false);
}

function isCaseFreeWith(flags: string, before: boolean): boolean {
  const [on, off] = flags.split("-");
  return on?.includes("i") || (before && !off?.includes("i"));
}

function repeated(part: RegexNode, times: string): RegexNode {
  if (times === "?") return { kind: "optional", part };
  return { kind: times === "*" || times.startsWith("{0") ? "any" : "some", part };
}

function atom({ set, escaped, mark, plain }: Token, isCaseFree: boolean): RegexNode {
  if (set !== undefined) return oneOf(set, isCaseFree);
  if (mark !== undefined) return mark === "." ? unknown : nothing;
  if (escaped !== undefined && /[a-zA-Z0-9]/.test(escaped)) return /[bBAz]/.test(escaped) ? nothing : unknown;
  return character(escaped ?? plain ?? "", isCaseFree);
}

function character(text: string, isCaseFree: boolean): RegexNode {
  return isCaseFree && /\p{L}/u.test(text) ? unknown : { kind: "character", text };
}

/** A small set is a choice of its characters; ranges, classes and negations are unknown. */
function oneOf(set: string, isCaseFree: boolean): RegexNode {
  const inside = set.slice(1, -1).replaceAll(/\\([^a-zA-Z0-9])/g, "$1");
  if (/^\^|\\[a-zA-Z0-9]|.-./su.test(inside)) return unknown;
  return { kind: "choice", parts: [...inside].map((text) => character(text, isCaseFree)) };
}
