import { safeJson } from "../report/json.ts";
import type { FindingChange, Replay } from "../review/replay.ts";
import { markdownLine } from "../text/markdown.ts";
import { codeSpan, plain, plural } from "../text/text.ts";

/** A replay as a report. `name` is the file or the kept review that was decided again. */
type ReplayReport = (replay: Replay, name: string) => string;

const verbs = { falls: "falls", returns: "counts again", changes: "changes" } as const;

const text: ReplayReport = (replay, name) =>
  [
    `Replay of ${plain(name)}`,
    "",
    ...verdictLines(replay).map(plain),
    ...replay.settings.map(({ name: setting, from, to }) => `  ${plain(`${setting}: ${from} -> ${to}`)}`),
    "",
    plain(findingsLine(replay)),
    ...replay.findings.map((one) => `  - ${plain(changeLine(one))}`),
    ...(replay.notes.length === 0 ? [] : ["", ...replay.notes.map((note) => plain(`- ${note}`))]),
    "",
  ].join("\n");

const markdown: ReplayReport = (replay, name) =>
  [
    `# Replay of ${codeSpan(name)}`,
    "",
    ...verdictLines(replay).map(markdownLine),
    "",
    ...replay.settings.map(
      ({ name: setting, from, to }) => `- ${codeSpan(setting)}: ${codeSpan(from)} → ${codeSpan(to)}`,
    ),
    ...(replay.settings.length === 0 ? [] : [""]),
    markdownLine(findingsLine(replay)),
    "",
    ...replay.findings.map((one) => `- ${markdownLine(changeLine(one))}`),
    ...(replay.findings.length === 0 ? [] : [""]),
    ...replay.notes.map((note) => `- ${markdownLine(note)}`),
    "",
  ].join("\n");

const json: ReplayReport = (replay, name) =>
  safeJson({ version: 1, kind: "replay", of: name, ...replayFields(replay) });

/** The formats of `replay`. */
export const replayReports = { text, markdown, json } satisfies Record<string, ReplayReport>;

/** The public form, field by field. */
export function replayFields({ before, after, settings, findings, notes }: Replay) {
  return {
    ...{ before, after, settings },
    findings: findings.map(({ change, finding, was, because }) => {
      const { id, severity, title, path, line, status } = finding;
      return { change, id, severity, title, path, line, was, status, because };
    }),
    notes,
  };
}

function verdictLines({ before, after }: Replay): string[] {
  const shown = ({ result, conclusion, title }: Replay["before"]): string => `${result} (${conclusion}): ${title}`;
  return shown(before) === shown(after)
    ? [`The verdict stays: ${shown(before)}`]
    : [`The verdict changes.`, `before: ${shown(before)}`, `after: ${shown(after)}`];
}

function findingsLine({ findings }: Replay): string {
  const counted = (wanted: FindingChange["change"], one: string, more: string): string[] => {
    const count = findings.filter(({ change }) => change === wanted).length;
    return count === 0 ? [] : [`${plural(count, "finding")} ${count === 1 ? one : more}`];
  };
  const parts = [
    ...counted("falls", "falls", "fall"),
    ...counted("returns", "counts again", "count again"),
    ...counted("changes", "changes", "change"),
  ];
  return parts.length === 0 ? "No finding changes." : `${parts.join(", ")}:`;
}

function changeLine({ change, finding, was, because }: FindingChange): string {
  const { id, severity, path, line, title, status } = finding;
  const place = line === null ? path : `${path}:${line}`;
  return `${verbs[change]} (${was} -> ${status}): ${severity} ${place} ${title} (${id}): ${because}`;
}
