import type { Finding } from "../../domain/finding.ts";
import { endOf, reviewEnds } from "../../domain/memory/ends.ts";
import type { DecidedSource } from "./cases.ts";

/** The ends of a finding that the ledger counts: those that a review gives, those that people give, and none. */
const ends = [
  "fixed",
  "false-positive",
  "wont-fix",
  "duplicate",
  "withdrawn",
  "overturned",
  "unfounded",
  "open",
] as const;
type FindingEnd = (typeof ends)[number];

export interface LedgerRow {
  readonly name: string;
  readonly raised: number;
  readonly counts: Readonly<Record<FindingEnd, number>>;
  /** The share of fixed findings among those that were fixed, dismissed as a false positive or won't fix, withdrawn or overturned. Null: none were. */
  readonly useful: number | null;
}

/** How useful the findings were, over pull requests. A finding counts for each seat that raised it. */
export interface FindingLedger {
  readonly findings: number;
  readonly sources: number;
  /** How many more findings ended that are too old to be kept, at most. */
  readonly dropped: number;
  /** How many of the reviews have no branch, so that no later one shows what was fixed. */
  readonly unfollowed: number;
  readonly seats: readonly LedgerRow[];
  readonly personas: readonly LedgerRow[];
  readonly rules: readonly LedgerRow[];
}

interface Entry {
  readonly outcome: FindingEnd;
  readonly seats: readonly string[];
  readonly personas: readonly string[];
  readonly rules: readonly string[];
}

/** Counts each finding once, by its last source: the sources go from old to new. Pure. */
export function ledgerOf(sources: readonly DecidedSource[]): FindingLedger {
  const entries = new Map<string, Entry>();
  for (const source of sources) {
    settleEarlier(source, entries);
    for (const [key, entry] of entriesIn(source)) entries.set(key, entry);
  }
  const all = [...entries.values()];
  return {
    findings: all.length,
    sources: sources.length,
    dropped: droppedIn(sources),
    unfollowed: sources.filter((source) => !isFollowed(source)).length,
    seats: rowsOf(all, ({ seats }) => seats),
    personas: rowsOf(all, ({ personas }) => personas),
    rules: rowsOf(all, ({ rules }) => rules),
  };
}

/** Findings of earlier sources that are fixed by now, or count as part of another finding. */
function settleEarlier({ origin, findings, earlier = [] }: DecidedSource, entries: Map<string, Entry>): void {
  const keyIn = (id: string): string => JSON.stringify([origin, id]);
  for (const { id, eliminatedAt } of findings) if (eliminatedAt === "merge") entries.delete(keyIn(id));
  for (const { id, end } of earlier) {
    const entry = entries.get(keyIn(id));
    if (entry?.outcome !== "open") continue;
    if (end === "fixed") entries.set(keyIn(id), { ...entry, outcome: "fixed" });
    else entries.delete(keyIn(id));
  }
}

/** Whether later reviews can show that its findings were fixed: those of a pull request, or of a branch on this machine. */
export function isFollowed({ origin: { number, branch } }: Pick<DecidedSource, "origin">): boolean {
  return number !== null || branch !== undefined;
}

/** A pull request can be a source twice. */
function droppedIn(sources: readonly DecidedSource[]): number {
  const newest = new Map(sources.map(({ origin, ends }) => [JSON.stringify(origin), ends?.dropped ?? 0]));
  return [...newest.values()].reduce((sum, count) => sum + count, 0);
}

/** Leaves out findings that only repeat another one. */
function entriesIn({ origin, cases, findings, personas, ends }: DecidedSource): Map<string, Entry> {
  const dismissed = new Map(cases.map(({ finding, kind }) => [finding.id, kind]));
  const entries = new Map<string, Entry>();
  for (const finding of findings) {
    const key = JSON.stringify([origin, finding.id]);
    const outcome = dismissed.get(finding.id) ?? outcomeOf(finding);
    if (outcome === null || entries.has(key)) continue;
    const seats = [...new Set(finding.raisedBy)];
    const named = new Set(seats.flatMap((seat) => personas.get(seat) ?? []));
    const rules = finding.rule === undefined ? [] : [finding.rule];
    entries.set(key, { outcome, seats, personas: [...named], rules });
  }
  for (const { id, outcome, seats, personas: named, rule } of ends?.newest ?? []) {
    const key = JSON.stringify([origin, id]);
    if (isPresent(entries.get(key))) continue;
    entries.set(key, { outcome, seats, personas: named, rules: rule === undefined ? [] : [rule] });
  }
  return entries;
}

/** One end of a finding, for a count without names. */
export interface CountedEnd {
  readonly outcome: FindingEnd;
  readonly by: "rule" | "model";
}

/** The findings of one pull request that came to an end between two looks at it. Open ones have none. */
export function newEnds(before: DecidedSource, after: DecidedSource): CountedEnd[] {
  const known = entriesIn(before);
  return [...entriesIn(after)].flatMap(([key, { outcome, rules }]) =>
    outcome === "open" || known.get(key)?.outcome === outcome
      ? []
      : [{ outcome, by: rules.length > 0 ? "rule" : "model" }],
  );
}

/** Null: it repeats another finding, or it was dismissed by a decision that is not in the source. */
function outcomeOf(finding: Finding): FindingEnd | null {
  if (finding.status === "accepted" || finding.status === "disputed") return "open";
  // The team called it that before.
  return finding.status === "eliminated" && finding.eliminatedAt === "memory" ? "false-positive" : endOf(finding);
}

/** Open now, or dismissed by a person: such a finding has no other end. */
function isPresent(entry: Entry | undefined): boolean {
  return entry !== undefined && !reviewEnds.some((end) => end === entry.outcome);
}

function rowsOf(entries: readonly Entry[], namesOf: (entry: Entry) => readonly string[]): LedgerRow[] {
  const named = entries.flatMap((entry) => namesOf(entry).map((name) => ({ name, outcome: entry.outcome })));
  const rows = [...Map.groupBy(named, ({ name }) => name)].map(([name, some]): LedgerRow => {
    const count = (outcome: FindingEnd): number => some.filter((one) => one.outcome === outcome).length;
    const counts = {
      fixed: count("fixed"),
      "false-positive": count("false-positive"),
      "wont-fix": count("wont-fix"),
      duplicate: count("duplicate"),
      withdrawn: count("withdrawn"),
      overturned: count("overturned"),
      unfounded: count("unfounded"),
      open: count("open"),
    };
    return { name, raised: some.length, counts, useful: usefulShare(counts) };
  });
  return rows.sort((a, b) => b.raised - a.raised || (a.name < b.name ? -1 : 1));
}

/** Duplicates, open findings and those without code say nothing about usefulness. */
function usefulShare(counts: LedgerRow["counts"]): number | null {
  const decided = decidedOf(counts);
  return decided === 0 ? null : counts.fixed / decided;
}

/** How many of the findings came to an end that says whether they were useful. */
export function decidedOf(counts: LedgerRow["counts"]): number {
  return counts.fixed + counts["false-positive"] + counts["wont-fix"] + counts.withdrawn + counts.overturned;
}
