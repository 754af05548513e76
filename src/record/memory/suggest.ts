import type { Finding } from "../../domain/finding.ts";
import type { MemoryItem } from "../../domain/memory/item.ts";
import { cutCharacters, plain } from "../../text/text.ts";
import type { DecidedSource, DismissedCase, Origin } from "./cases.ts";
import { limitOn, recall } from "./recall.ts";

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

/** A finding that the team fixed. */
type FixedCase = Pick<DismissedCase, "finding" | "origin"> & { readonly kind: "fixed" };
type Case = DismissedCase | FixedCase;

/**
 * Candidates from people's decisions, for a person to accept: what was dismissed or argued away, then what was fixed.
 * P0, security and privacy give none. `webUrl` left out: no item has a link. Pure.
 */
export function suggestItems(
  sources: readonly DecidedSource[],
  known: readonly MemoryItem[],
  webUrl: string | null = null,
): Suggestions {
  const suggestions: Suggestion[] = [];
  const left: string[] = [];
  for (const one of [...sources.flatMap(({ cases }) => cases), ...sources.flatMap(fixedIn)]) {
    const taken = [...known, ...suggestions.map(({ item }) => item)];
    const why = refusalOf(one, taken, suggestions);
    if (why !== null) left.push(`${nameOf(one.finding, one.origin)}: ${why}`);
    else {
      const item = itemOf(one, taken, webUrl);
      suggestions.push({ item, evidence: [evidenceOf(one)], suppressed: suppressedBy(item, sources) });
    }
  }
  return { suggestions, left };
}

/** Each once. Those below P1 would be too many to read, and memory has no say on more severe ones. */
function fixedIn({ cases, findings, origin }: DecidedSource): FixedCase[] {
  const others = new Set([
    ...cases.map(({ finding }) => finding.id),
    ...findings.filter(({ status }) => status === "accepted" || status === "disputed").map(({ id }) => id),
  ]);
  return findings.flatMap((finding, index): FixedCase[] => {
    const isFirst = findings.findIndex(({ id, status }) => id === finding.id && status === "fixed") === index;
    const isOne = isFirst && finding.severity === "P1" && limitOn(finding, "never") === null;
    return isOne && !others.has(finding.id) ? [{ kind: "fixed", finding, origin }] : [];
  });
}

function refusalOf(one: Case, taken: readonly MemoryItem[], suggestions: readonly Suggestion[]): string | null {
  const { finding } = one;
  if (one.kind === "duplicate") return "it was dismissed as duplicate, which is not a decision about the code";
  if (limitOn(finding, "never") !== null) return "memory has no say on P0, security and privacy";
  if (one.kind !== "fixed" && !one.mayUnblock)
    return "only a person who may be the author of the change took it out, which is not a decision of the team";
  if (one.kind !== "fixed" && !/[\p{L}\p{N}]/u.test(one.why)) return "it was dismissed without a reason";
  if (globFor(finding.path) === null) return "its path is too long for a glob";
  const covering = recall({ items: taken, maxItems: taken.length }, [finding])
    .get(finding.id)
    ?.find(({ repeated }) => repeated);
  if (covering === undefined) return null;
  const isNew = suggestions.some(({ item }) => item.id === covering.item.id);
  return `${isNew ? "the candidate" : "the item"} ${covering.item.id} covers it`;
}

/**
 * The seats judged code when they withdrew a finding, so that is a false positive. A fixed finding is evidence against
 * nothing.
 */
const kinds: Readonly<Record<Exclude<Case["kind"], "duplicate">, MemoryItem["kind"]>> = {
  "false-positive": "false-positive",
  withdrawn: "false-positive",
  "wont-fix": "decision",
  fixed: "decision",
};

function itemOf(one: Case, taken: readonly MemoryItem[], webUrl: string | null): MemoryItem {
  const { finding, origin, kind } = one;
  const link = pullLink(origin, webUrl);
  return {
    id: idFor(finding.title, taken),
    kind: kind === "duplicate" ? "decision" : kinds[kind],
    title: oneLine(finding.title, longestTitle) || "(no title)",
    paths: [globFor(finding.path) ?? ""],
    reason: one.kind === "fixed" ? "The team fixed this." : oneLine(one.why, longestReason),
    ...(link === null ? {} : { link }),
  };
}

function evidenceOf(one: Case): string {
  const what = nameOf(one.finding, one.origin);
  switch (one.kind) {
    case "fixed":
      return `The code of ${what} was changed, and the finding did not come back`;
    case "withdrawn":
      return `@${one.by} argued against ${what}, and the seats withdrew it in a hearing`;
    case "false-positive":
      return `@${one.by} dismissed ${what} as a false positive`;
    default:
      return `@${one.by} dismissed ${what} as won't fix`;
  }
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

/** The address of a pull request, built from plain names only. Null: the memory may not store one. */
function pullLink({ repo, number }: Origin, webUrl: string | null): string | null {
  const isName = repo !== null && /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(repo);
  const isPublic = webUrl?.startsWith("https://");
  return isName && number !== null && isPublic ? `${webUrl}/${repo}/pull/${number}` : null;
}

/** Only this file: a person may widen it. Characters with a meaning in globs become `?`. Null: it would be too long. */
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
