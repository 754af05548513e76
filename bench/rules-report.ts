import { markdownTable, replaceSection } from "./marked-section.ts";
import { type CaseResult, type Corpus, type Hit, isOfWeakness, weaknesses } from "./rules-classify.ts";

/** Cases, not findings, unless the name says so. `silentAfterFix`: found, and no rule of that weakness speaks on the way back. */
export interface Totals {
  readonly cases: number;
  readonly found: number;
  readonly missed: number;
  readonly errors: number;
  readonly silentAfterFix: number;
  readonly casesWithAlarms: number;
  readonly alarmFindings: number;
  readonly fixedSideErrors: number;
  readonly otherFindings: number;
}

export function totalsOf(results: readonly CaseResult[]): Totals {
  const count = (holds: (result: CaseResult) => boolean): number => results.filter(holds).length;
  const sum = (hitsOf: (result: CaseResult) => readonly Hit[] | null): number =>
    results.reduce((total, result) => total + (hitsOf(result)?.length ?? 0), 0);
  return {
    cases: results.length,
    found: count(({ outcome }) => outcome === "found"),
    missed: count(({ outcome }) => outcome === "missed"),
    errors: count(({ outcome }) => outcome === "error"),
    silentAfterFix: count(isSilentAfterFix),
    casesWithAlarms: count(({ alarms }) => alarms !== null && alarms.length > 0),
    alarmFindings: sum(({ alarms }) => alarms),
    fixedSideErrors: count(({ alarms }) => alarms === null),
    otherFindings: sum(({ others }) => others),
  };
}

function isSilentAfterFix({ outcome, alarms, case: { weakness } }: CaseResult): boolean {
  return outcome === "found" && alarms !== null && !alarms.some(({ rule }) => isOfWeakness(rule, weakness));
}

/** `document` with the figures of one complete run between the markers `rules-bench:start` and `rules-bench:end`. */
export function withFigures(document: string, corpus: Corpus, results: readonly CaseResult[], date: string): string {
  const body = [
    `Measured on ${date}. Query, fixed on ${corpus.fixedOn} before the rules were tuned:`,
    `> ${corpus.query}`,
    totalsTable(results),
    perFixedVersion(results),
    caseTable(results),
    `### Alarms on the fixed side\n\n${hitList(results, ({ alarms }) => alarms)}`,
    `### Other findings on the vulnerable side\n\n${hitList(results, ({ others }) => others)}`,
    `### Errors and incomplete reviews\n\n${noteList(results)}`,
  ];
  return replaceSection(document, "rules-bench", body.join("\n\n"));
}

function totalsTable(results: readonly CaseResult[]): string {
  const rows = weaknesses.map((weakness) =>
    totalsRow(
      weakness,
      results.filter((result) => result.case.weakness === weakness),
    ),
  );
  const header = [
    "weakness",
    "cases",
    "found",
    "missed",
    "error",
    "found, silent after the fix",
    "alarm after the fix",
  ];
  return markdownTable(header, [...rows, totalsRow("**all**", results)]);
}

function perFixedVersion(results: readonly CaseResult[]): string {
  const { cases, fixedSideErrors, alarmFindings } = totalsOf(results);
  const measured = cases - fixedSideErrors;
  return `Alarms per fixed version: ${measured === 0 ? "–" : (alarmFindings / measured).toFixed(2)}.`;
}

function totalsRow(name: string, results: readonly CaseResult[]): string[] {
  const totals = totalsOf(results);
  // The share is always of all cases: an error must not make the rest look better.
  const share = (count: number): string =>
    totals.cases === 0 ? "–" : `${count} (${Math.round((100 * count) / totals.cases)} %)`;
  const unknown = totals.fixedSideErrors === 0 ? "" : `, ${totals.fixedSideErrors} not measured`;
  return [
    name,
    `${totals.cases}`,
    share(totals.found),
    share(totals.missed),
    share(totals.errors),
    share(totals.silentAfterFix),
    `${share(totals.casesWithAlarms)}, ${totals.alarmFindings} findings${unknown}`,
  ];
}

function caseTable(results: readonly CaseResult[]): string {
  const rows = results.map((result) => [
    result.case.package,
    `${result.case.vulnerable} → ${result.case.fixed}`,
    result.case.id === undefined ? result.case.weakness : `${result.case.weakness} (${result.case.id})`,
    result.outcome,
    [...new Set(result.matching.map(({ rule }) => rule))].join(", "),
    result.others === null ? "error" : `${result.others.length}`,
    result.alarms === null ? "error" : `${result.alarms.length}`,
    result.notes.length === 0 ? "" : "see below",
  ]);
  const header = [
    "package",
    "vulnerable → fixed",
    "weakness",
    "outcome",
    "by rule",
    "other findings",
    "alarms",
    "notes",
  ];
  return markdownTable(header, rows);
}

function hitList(results: readonly CaseResult[], hitsOf: (result: CaseResult) => readonly Hit[] | null): string {
  return bullets(
    results.flatMap((result) =>
      (hitsOf(result) ?? []).map(
        ({ rule, title, path, line, severity }) =>
          `${nameOf(result)}: ${severity} ${rule ?? `no known rule: ${title}`} at \`${path.replaceAll("`", "'")}:${line ?? "?"}\``,
      ),
    ),
  );
}

/** Messages of npm and of the tool name folders and servers of the machine that ran; a document says neither. */
function noteList(results: readonly CaseResult[]): string {
  const anonymous = (note: string): string =>
    note
      .replaceAll("<", "&lt;")
      .replaceAll(/https?:\/\/\S+/g, "(address)")
      .replaceAll(/(?<![\w.])(?:\/[\w.@+-]+){2,}/g, "(path)");
  return bullets(results.flatMap((result) => result.notes.map((note) => `${nameOf(result)}: ${anonymous(note)}`)));
}

function nameOf({ case: one }: CaseResult): string {
  return `${one.package} ${one.vulnerable} → ${one.fixed}`;
}

function bullets(lines: readonly string[]): string {
  return lines.length === 0 ? "None." : lines.map((line) => `- ${line.replaceAll(/\s+/g, " ")}`).join("\n");
}
