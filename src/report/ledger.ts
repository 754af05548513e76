import { codeCell, plural } from "../text/text.ts";

/** The rows of the ledger, as a report needs them. */
interface Row {
  readonly name: string;
  readonly raised: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly useful: number | null;
}

interface Counted {
  readonly findings: number;
  readonly sources: number;
  readonly dropped: number;
  readonly seats: readonly Row[];
  readonly personas: readonly Row[];
  readonly rules: readonly Row[];
}

/** The columns after the name, each with the counts that it adds up. */
const columns = [
  ["Fixed", ["fixed"]],
  ["False positive", ["false-positive"]],
  ["Won't fix", ["wont-fix"]],
  ["Duplicate", ["duplicate"]],
  ["Overturned", ["overturned", "withdrawn"]],
  ["No such code", ["unfounded"]],
  ["Open", ["open"]],
] as const;

const mostRows = 30;

export const ledgerHead = ["Raised", ...columns.map(([label]) => label), "Useful"];

export function ledgerCells({ raised, counts, useful }: Row): readonly string[] {
  const sums = columns.map(([, names]) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0));
  return [...[raised, ...sums].map(String), useful === null ? "–" : `${Math.round(useful * 100)} %`];
}

export const usefulRemark =
  "A finding counts for each seat that raised it. Useful: the share of fixed findings among those that were fixed, a false positive, won't fix or overturned.";

export function ledgerSummary({ findings, sources, dropped }: Counted): string {
  const left = dropped === 0 ? "" : `; up to ${dropped} that ended earlier were too many to keep and do not count`;
  return `${plural(findings, "finding")} from ${plural(sources, "review")}${left}`;
}

/** Without empty tables. */
export function ledgerTables({
  seats,
  personas,
  rules,
}: Counted): readonly (readonly [string, readonly Row[], number])[] {
  const all = [
    ["Seat", seats],
    ["Persona", personas],
    ["Rule", rules],
  ] as const;
  return all
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => [title, rows.slice(0, mostRows), Math.max(0, rows.length - mostRows)] as const);
}

/** The ledger for a comment. */
export function ledgerMarkdown(counted: Counted): string {
  const tables = ledgerTables(counted).map(([title, rows, left]) => {
    const lines = rows.map((row) => `| ${codeCell(row.name)} | ${ledgerCells(row).join(" | ")} |`);
    const head = [`| ${[title, ...ledgerHead].join(" | ")} |`, `| --- |${" ---: |".repeat(ledgerHead.length)}`];
    return [...head, ...lines].join("\n") + (left === 0 ? "" : `\n\n_… and ${left} more._`);
  });
  return [`${ledgerSummary(counted)}.`, ...tables, usefulRemark].join("\n\n");
}
