import { readSeverity } from "../../domain/severity.ts";
import { lettersOf } from "./shapes.ts";

/** The keys by which an item is recognised anywhere in a reply. */
export interface ItemKeys {
  /** The letters of every name of a key, with the key. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys that an item never has: those of a vote, or of an item that the seat was shown. */
  readonly never?: readonly string[];
}

const fewestKeys = 3;
const deepest = 6;

/**
 * The items of a value, at any depth and under any name: objects with a severity that can be read and further keys of an item. Lists of what the seat let
 * go are left out.
 */
export function itemsIn(value: unknown, itemKeys: ItemKeys, depth = 0): readonly object[] {
  if (depth > deepest) return [];
  if (typeof value === "string") return /^\s*[{[]/.test(value) ? itemsIn(parsed(value), itemKeys, depth + 1) : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => itemsIn(one, itemKeys, depth + 1));
  if (isItem(value, itemKeys)) return [value];
  return Object.entries(value).flatMap(([name, one]) => (isLetGo(name) ? [] : itemsIn(one, itemKeys, depth + 1)));
}

function isItem(value: object, { names, never = [] }: ItemKeys): boolean {
  const keys = Object.entries(value).map(([name, given]) => ({ key: names.get(lettersOf(name)) ?? name, given }));
  if (keys.some(({ key }) => never.includes(key))) return false;
  const isGraded = keys.some(({ key, given }) => key === "severity" && readSeverity(given) !== undefined);
  return isGraded && new Set(keys.filter(({ key }) => isKeyOf(names, key)).map(({ key }) => key)).size >= fewestKeys;
}

function isKeyOf(names: ItemKeys["names"], key: string): boolean {
  return names.get(lettersOf(key)) === key;
}

export function isP0(item: object, { names }: ItemKeys): boolean {
  return Object.entries(item).some(
    ([name, given]) => names.get(lettersOf(name)) === "severity" && readSeverity(given) === "P0",
  );
}

/** Names of lists of what a seat looked at and let go: `falsePositives`, `rejected_candidates`, `not issues`; but neither `unsafe` nor `to be fixed`. */
const letGo =
  /\b(?:rejected|dismissed|discarded|withdrawn|ignored|considered|false|ruled|safe|examples?)\b|^(?:already )?(?:fixed|resolved)$|^(?:examined|checked|reviewed|verified)$|\b(?:not|non)(?: an?| real| actual)* (?:issues?|problems?|bugs?|defects?|findings?)\b/;

function isLetGo(name: string): boolean {
  // Grouped by file: a path such as `src/examples/a.ts` says nothing about its findings.
  if (/[/.\\]/.test(name)) return false;
  const words = name.split(/(?=[A-Z][a-z])|[\s_-]+/).filter((word) => word !== "");
  return letGo.test(words.join(" ").toLowerCase());
}

/** How often a text, or the values that were read from it, name a severity. */
export function severitiesNamed(text: string): number {
  return text.match(/"severity"\s*:/g)?.length ?? 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
