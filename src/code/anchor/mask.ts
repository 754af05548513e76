import type { Secret } from "../../domain/ports.ts";
import { maskText, replaceMasks, secretNoun, withFilledMasks } from "../../text/mask-form.ts";
import { secretsForModels } from "../../text/secret-shapes.ts";

/**
 * Swaps secrets for masks and back. `hide` guards everything that leaves the process; the path of a text says whether its file holds
 * credentials. `reveal` lets the gate find quoted code.
 */
export interface Mask {
  hide(text: string, path?: string): string;
  reveal(text: string): string;
}

/** A shorter part of a secret is too common to swap. */
const shortest = 6;

/** A hidden part that grows could expose a neighbour, so a text is searched again. */
const mostRounds = 4;

interface Part {
  readonly noun: string;
  readonly start: number;
  readonly end: number;
  /** Of parts that overlap, the lowest rank gives the name. */
  readonly rank: number;
}

/**
 * Hides the values found in the change everywhere, and every other secret in its place. A mask says nothing about the hidden value, not even a
 * checksum of it: a short password could be guessed from that. The values of one kind are counted in each file, so a file that did not change
 * gives the same bytes, and every line stays a line.
 */
export function maskOf(secrets: readonly (Partial<Secret> & Pick<Secret, "kind" | "value">)[]): Mask {
  const everywhere = new Map<string, string>();
  // A mask that has stood for several values stands for none of them.
  const revealed = new Map<string, string | null>();
  const keep = (mask: string, value: string): void => {
    if (value.includes("\n")) return;
    const known = revealed.get(mask);
    revealed.set(mask, known === undefined || known === value ? value : null);
  };
  for (const { value, kind, isOnlyHere } of [...secrets].sort((a, b) => b.value.length - a.value.length)) {
    if (isOnlyHere === true) continue;
    // A value that was found twice keeps its first name.
    for (const line of telling(value)) if (!everywhere.has(line)) everywhere.set(line, secretNoun(kind));
  }
  const counted = countedByFile(secrets);
  for (const { kind, value } of secrets) {
    const noun = secretNoun(kind);
    keep(maskText(noun, counted.get(noun)?.get(value) ?? 1), value);
  }
  const findValues = valueFinder(everywhere);
  const hideOnce = (text: string, path: string | undefined): string => {
    const searched = withFilledMasks(text);
    const parts = united([...findValues(searched), ...partsOf(searched, path)]);
    const values = parts.map(({ noun, start, end }) => ({ noun, value: text.slice(start, end) }));
    const numberOf = numbersIn(values, counted);
    let hidden = "";
    let from = 0;
    for (const { noun, start, end } of parts) {
      const value = text.slice(start, end);
      const mask = maskText(noun, numberOf(noun, value));
      keep(mask, value);
      hidden += text.slice(from, start) + value.replace(/[^\s](?:[^\n]*[^\s])?/g, () => mask);
      from = end;
    }
    return hidden + text.slice(from);
  };
  return {
    hide(text, path) {
      let [before, after] = [text, hideOnce(text, path)];
      for (let round = 1; round < mostRounds && after !== before; round++)
        [before, after] = [after, hideOnce(after, path)];
      return after;
    },
    reveal: (text) => replaceMasks(text, (mask) => revealed.get(mask) ?? mask),
  };
}

type Numbers = Map<string, Map<string, number>>;

/** The values of each noun with their number in the file in which they were found first. */
function countedByFile(secrets: readonly (Partial<Secret> & Pick<Secret, "kind" | "value">)[]): Numbers {
  const counted: Numbers = new Map();
  const counts = new Map<string, number>();
  for (const { path, kind, value } of secrets) {
    const noun = secretNoun(kind);
    const known = counted.get(noun) ?? new Map<string, number>();
    counted.set(noun, known);
    // Without a file there is no count that other files leave alone.
    if (path === undefined || known.has(value)) continue;
    const number = (counts.get(`${noun} ${path}`) ?? 0) + 1;
    counts.set(`${noun} ${path}`, number);
    known.set(value, number);
  }
  return counted;
}

/** Different values of a text have different numbers: their own one where it is free, else the next one that is. */
function numbersIn(
  values: readonly { readonly noun: string; readonly value: string }[],
  counted: Numbers,
): (noun: string, value: string) => number {
  const numbers: Numbers = new Map();
  for (const [noun, same] of Map.groupBy(values, (one) => one.noun)) {
    const given = new Map<string, number>();
    const taken = new Set<number>();
    let next = 1;
    const give = (value: string, wanted: number | undefined): void => {
      while (taken.has(next)) next += 1;
      const number = wanted === undefined || taken.has(wanted) ? next : wanted;
      taken.add(number);
      given.set(value, number);
    };
    const distinct = [...new Set(same.map(({ value }) => value))];
    const own = (value: string): number | undefined => counted.get(noun)?.get(value);
    for (const value of distinct) if (own(value) !== undefined) give(value, own(value));
    for (const value of distinct) if (!given.has(value)) give(value, undefined);
    numbers.set(noun, given);
  }
  return (noun, value) => numbers.get(noun)?.get(value) ?? 1;
}

/** A name in the code tells more than a value that only looks drawn by a machine. */
const ranks: Readonly<Record<string, number>> = { "assigned value": 3, value: 4 };

function partsOf(text: string, path: string | undefined): Part[] {
  return secretsForModels(text, path).map(({ kind, start, end }) => {
    const noun = secretNoun(kind);
    return { noun, start, end, rank: ranks[noun] ?? 2 };
  });
}

/** Parts that overlap are one. */
function united(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of [...parts].sort((one, other) => one.start - other.start || one.rank - other.rank)) {
    const last = result.at(-1);
    if (last === undefined || last.end <= part.start) result.push(part);
    else {
      const { noun, rank } = part.rank < last.rank ? part : last;
      result.splice(-1, 1, { noun, rank, start: last.start, end: Math.max(last.end, part.end) });
    }
  }
  return result;
}

/**
 * The lines of a value that identify it. Between the first and the last line of a key there may be code, which must
 * stay visible.
 */
function telling(value: string): string[] {
  const lines = value.split("\n").filter((line) => line.trim().length >= shortest);
  return lines.length < 2
    ? lines
    : lines.filter((line) => /-----|^[^A-Za-z0-9+/=]*[A-Za-z0-9+/=]{16,}[^A-Za-z0-9+/=]*$/.test(line));
}

/**
 * Where the values occur in a text. They come longest first. Linear in the text for any number of values: a change may hold thousands (H63).
 */
function valueFinder(values: ReadonlyMap<string, string>): (text: string) => Part[] {
  const byStart = Map.groupBy(values, ([value]) => value.slice(0, shortest));
  return (text) => {
    const found: Part[] = [];
    if (byStart.size === 0) return found;
    for (let at = 0; at + shortest <= text.length; at++) {
      const match = byStart.get(text.slice(at, at + shortest))?.find(([value]) => text.startsWith(value, at));
      if (match === undefined) continue;
      const [value, noun] = match;
      found.push({ noun, start: at, end: at + value.length, rank: 1 });
    }
    return found;
  };
}
