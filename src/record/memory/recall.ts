import { pathTest } from "../../code/diff/triage.ts";
import { distinctClaims, type Finding } from "../../domain/finding.ts";
import type { Memory, MemoryItem } from "../../domain/memory/item.ts";
import type { MemoryLimit } from "../../domain/memory/report.ts";
import { type BlockOn, rank, type Severity } from "../../domain/severity.ts";
import { type Claimed, likeness, repeats } from "./likeness.ts";

/** An item that is related to a finding. `repeated`: the finding makes its claim again. `decides`: and it is a false positive. */
export interface Related {
  readonly item: MemoryItem;
  readonly likeness: number;
  readonly repeated: boolean;
  readonly decides: boolean;
}

/** By the id of a finding, the most similar first. */
export type Recalled = ReadonlyMap<string, readonly Related[]>;

/** Texts with less in common are about something else. */
const leastLikeness = 0.25;
/** For one ballot, at four characters per token. */
const mostTokens = 2_000;
const charactersPerToken = 4;

/**
 * The items that belong to each finding: a glob matches its path, and title or text are alike. Together at most
 * `maxItems`, within a budget of tokens, and those that decide come first.
 */
export function recall({ items, maxItems }: Memory, findings: readonly Finding[]): Recalled {
  if (items.length === 0 || findings.length === 0) return new Map();
  const matchers = items.map((item) => ({ item, matches: pathTest(item.paths) }));
  const pairs = findings.flatMap((finding) => {
    const claims = claimsOf(finding);
    return matchers
      .filter(({ matches }) => matches(finding.path))
      .map(({ item }) => ({ finding: finding.id, related: relate(item, finding, claims) }))
      .filter(({ related }) => related.likeness >= leastLikeness);
  });
  const chosen = withinBudget(pairs.sort((a, b) => compare(a.related, b.related)).slice(0, maxItems));
  const byFinding = Map.groupBy(chosen, ({ finding }) => finding);
  return new Map([...byFinding].map(([finding, some]) => [finding, some.map(({ related }) => related)]));
}

/** The false positive that a finding repeats, whatever else is remembered. The first one in the file. */
export function repeatedItem(items: readonly MemoryItem[], finding: Finding): MemoryItem | undefined {
  const claims = claimsOf(finding);
  const isRepeated = (item: MemoryItem): boolean => claims.every((claim) => repeats(item, claim));
  return items.find((item) => item.kind === "false-positive" && isRepeated(item) && pathTest(item.paths)(finding.path));
}

/** The item in words for a seat. The caller wraps them as data. */
export function itemText({ id, kind, title, reason, link }: MemoryItem): string {
  return [
    `${openings[kind]} (item ${id})`,
    `About: ${title}`,
    `Reason: ${reason}`,
    ...(link === undefined ? [] : [`Recorded at: ${link}`]),
  ].join("\n");
}

const openings: Readonly<Record<MemoryItem["kind"], string>> = {
  decision: "The team decided this.",
  "false-positive": "The team decided that this claim is a false positive.",
  convention: "The team agreed on this convention.",
};

/** Two defects can share a place: an item decides only if it is about each claim that was merged into the finding. */
function claimsOf(finding: Finding): readonly Claimed[] {
  return [finding, ...distinctClaims(finding)];
}

function relate(item: MemoryItem, finding: Finding, claims: readonly Claimed[]): Related {
  const repeated = claims.every((claim) => repeats(item, claim));
  return { item, likeness: likeness(item, finding), repeated, decides: item.kind === "false-positive" && repeated };
}

function withinBudget<Pair extends { readonly related: Related }>(pairs: readonly Pair[]): Pair[] {
  let left = mostTokens * charactersPerToken;
  return pairs.filter(({ related }) => {
    left -= itemText(related.item).length;
    return left >= 0;
  });
}

function compare(a: Related, b: Related): number {
  return Number(b.decides) - Number(a.decides) || b.likeness - a.likeness || (a.item.id < b.item.id ? -1 : 1);
}

/**
 * Why memory has no say on a finding; null if it has one. A finding counts as the most severe that any of its raisers saw, or that `raised`
 * says, so that neither votes nor lesser claims bring it into the reach of memory.
 */
export function limitOn(
  { severity, category, alsoReported }: Pick<Finding, "severity" | "category" | "alsoReported">,
  blockOn: BlockOn,
  raised: Severity = severity,
): Exclude<MemoryLimit, "rule" | "earlier-review"> | null {
  const gravest = Math.min(...[severity, raised, ...alsoReported.map((claim) => claim.severity)].map(rank));
  if (gravest === rank("P0")) return "p0";
  if (category === "security" || category === "privacy") return "security";
  return blockOn !== "never" && gravest <= rank(blockOn) ? "blocking" : null;
}
