import type { Finding } from "../domain/finding.ts";
import type { MemoryItem } from "../domain/memory/item.ts";
import { cutCharacters, plain } from "../text/text.ts";
import type { DecidedSource, DismissedCase, Origin } from "./cases.ts";
import { limitOn } from "./limits.ts";
import { recall } from "./recall.ts";

/** A candidate for the memory. `suppressed`: the findings of the same sources that it would have taken out. */
export interface Suggestion {
  readonly item: MemoryItem;
  readonly evidence: readonly string[];
  readonly suppressed: readonly string[];
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  /** Decisions that give no candidate, each with the reason. */
  readonly left: readonly string[];
}

const longestTitle = 200;
const longestReason = 1_000;

/** Candidates from people's decisions, for a person to accept. P0, security and privacy give none. Pure. */
export function suggestItems(sources: readonly DecidedSource[], known: readonly MemoryItem[]): Suggestions {
  const suggestions: Suggestion[] = [];
  const left: string[] = [];
  for (const one of sources.flatMap(({ cases }) => cases)) {
    const taken = [...known, ...suggestions.map(({ item }) => item)];
    const why = refusalOf(one, taken, suggestions);
    if (why === null) suggestions.push(suggestionFrom(one, taken, sources));
    else left.push(`${nameOf(one.finding, one.origin)}: ${why}`);
  }
  return { suggestions, left };
}

function refusalOf(
  { finding, kind, why }: DismissedCase,
  taken: readonly MemoryItem[],
  suggestions: readonly Suggestion[],
): string | null {
  if (kind !== "false-positive" && kind !== "wont-fix")
    return `it was dismissed as ${kind}, which is no decision about the code`;
  if (limitOn(finding, "never") !== null) return "memory has no say on P0, security and privacy";
  if (!/[\p{L}\p{N}]/u.test(why)) return "it was dismissed without a reason";
  if (globFor(finding.path) === null) return "its path is too long for a glob";
  const covering = recall({ items: taken, maxItems: taken.length }, [finding])
    .get(finding.id)
    ?.find(({ repeated }) => repeated);
  if (covering === undefined) return null;
  const isNew = suggestions.some(({ item }) => item.id === covering.item.id);
  return `${isNew ? "the candidate" : "the item"} ${covering.item.id} covers it`;
}

function suggestionFrom(
  { finding, kind, by, why, origin }: DismissedCase,
  taken: readonly MemoryItem[],
  sources: readonly DecidedSource[],
): Suggestion {
  const link = linkOf(origin);
  const item: MemoryItem = {
    id: idFor(finding.title, taken),
    kind: kind === "false-positive" ? "false-positive" : "decision",
    title: oneLine(finding.title, longestTitle) || "(no title)",
    paths: [globFor(finding.path) ?? ""],
    reason: oneLine(why, longestReason),
    ...(link === null ? {} : { link }),
  };
  const as = kind === "false-positive" ? "a false positive" : "won't fix";
  const evidence = [`@${by} dismissed ${nameOf(finding, origin)} as ${as}`];
  return { item, evidence, suppressed: suppressedBy(item, sources) };
}

/** Findings that this item takes out, as a review would. A decision is only shown to the seats. */
export function suppressedBy(item: MemoryItem, sources: readonly DecidedSource[]): string[] {
  const hits = sources.flatMap(({ findings, origin, blockOn }) => {
    const related = recall({ items: [item], maxItems: findings.length }, findings);
    return findings
      .filter((one) => limitOn(one, blockOn) === null && related.get(one.id)?.some(({ decides }) => decides) === true)
      .map((one) => nameOf(one, origin));
  });
  return [...new Set(hits)];
}

/** "P1 "Pool is never closed" (src/db.ts:3, octo/shop#7)". Untrusted, on one line. */
function nameOf({ severity, title, path, line }: Finding, { repo, number }: Origin): string {
  const place = line === null ? path : `${path}:${line}`;
  const pull = number === null ? "" : `, ${repo ?? ""}#${number}`;
  return oneLine(`${severity} "${title}" (${place}${pull})`, 400);
}

function linkOf({ repo, number }: Origin): string | null {
  const isName = repo !== null && /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repo);
  return isName && number !== null ? `https://github.com/${repo}/pull/${number}` : null;
}

/** The file alone: a person widens it. Characters with a meaning in globs become `?`. Null: it would be too long. */
function globFor(path: string): string | null {
  const glob = path.replace(/[\\*?[\]{}()!+@#|\p{C}]/gu, "?");
  return glob.length > 300 ? null : glob;
}

function idFor(title: string, taken: readonly MemoryItem[]): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const base = words.join("-").slice(0, 48).replace(/-+$/, "") || "item";
  const isFree = (id: string): boolean => taken.every((item) => item.id !== id);
  const ids = [base, ...Array.from({ length: taken.length + 1 }, (_, index) => `${base}-${index + 2}`)];
  return ids.find(isFree) ?? base;
}

function oneLine(text: string, longest: number): string {
  return cutCharacters(plain(text).replace(/\s+/g, " ").trim(), longest);
}
