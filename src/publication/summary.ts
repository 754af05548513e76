import type { State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { foldedRemarks, summaryLine } from "../report/markdown-remarks.ts";
import { appendices } from "../report/markdown-sections.ts";
import { absenceOf, adviceOf, ranked } from "../report/view.ts";
import { byteLength, cutCharacters, markdown, markdownLine } from "../text/text.ts";
import { markerOf } from "./marker.ts";
import { writeState } from "./state.ts";
import { factsLine, findingsInFull, findingsTable, fixedPart, notesPart } from "./summary-parts.ts";

const stateBytes = 24_000;

/** The one comment that is kept up to date: verdict, findings, coverage, panel, notes; folded the rest; how to answer; last the state block. */
export function summaryComment(review: Review, state: State, maxBytes: number): string {
  const marker = markerOf({ kind: "summary", head: state.head, attempt: state.attempt });
  const { block, dropped } = writeState(state, stateBytes);
  const forgotten = dropped === null ? "" : `_The next review will not know ${dropped}: too much to keep here._`;
  const foot = [howToAnswer(review), forgotten, block];
  for (const parts of bodies(review)) {
    const text = join([marker, ...parts, ...foot]);
    if (byteLength(text) <= maxBytes) return text;
  }
  // Only our own words are left, which are short.
  return join([marker, `## ${signOf(review)} PR Debate: ${review.result}`, cutNote, ...foot]);
}

/** The parts, less and less of them. Whole parts and raw words go, never a piece of what was written from them: it could come alive. */
function* bodies(review: Review): Generator<readonly string[]> {
  const findings = ranked(review.findings);
  const head = [...verdictPart(review), summaryLine(review), findingsTable(review, findings)];
  const remarks = foldedRemarks(review);
  const notes = notesPart(review);
  const folded = appendices({ ...review, notes: [] });
  const told = [...head, findingsInFull(review, findings), ...remarks, factsLine(review), notes, fixedPart(review)];
  yield [...told, ...folded];
  yield [...told, cutNote];
  for (const worst of [["P0", "P1"], ["P0"]]) {
    const grave = findings.filter(({ severity }) => worst.includes(severity));
    yield [...head, findingsInFull(review, grave), ...remarks, factsLine(review), notes, cutNote];
  }
  const short = verdictPart({ ...review, reason: shortened(review.reason), title: shortened(review.title) });
  const fewNotes = notesPart({ ...review, notes: review.notes.slice(0, 5).map(shortened) });
  for (let kept = findings.length; kept >= 0; kept = kept === 0 ? -1 : Math.floor(kept * 0.8)) {
    const left = findings.length - kept;
    const rest = left === 0 ? "" : `_… and ${left} more findings: see the check's details._`;
    yield [...short, findingsTable(review, findings.slice(0, kept)), rest, factsLine(review), fewNotes, cutNote];
  }
  yield [...short, cutNote];
}

function shortened(text: string): string {
  return cutCharacters(text, 300);
}

const cutNote = "_Cut to fit: the check's details and the report have everything._";

function howToAnswer({ findings }: Review): string {
  const again = "**To have the change debated again:** comment `/debate review`; `/debate help` lists all commands.";
  if (findings.length === 0) return again;
  return `${again} A reply in a finding's thread by somebody with write access has that finding heard again. Resolving a thread or a 👎 only hides it; the verdict follows the code, \`/debate dismiss\` and \`/debate override\`.`;
}

const signs: Readonly<Record<Review["result"], string>> = {
  superseded: "⏩",
  overridden: "⚠️",
  blocked: "⛔",
  inconclusive: "⚠️",
  skipped: "⏭️",
  findings: "💬",
  clean: "✅",
};

function signOf({ result, conclusion, panel }: Review): string {
  // A green tick over a check that is not green would say more than it does.
  const isHeldBack = result === "clean" && conclusion !== "success";
  return panel.state === "offline" && result !== "blocked" && result !== "inconclusive"
    ? "🔎"
    : signs[isHeldBack ? "findings" : result];
}

function verdictPart(review: Review): readonly string[] {
  const { title, reason } = review;
  return [
    `## ${signOf(review)} PR Debate: ${markdownLine(title)}`,
    reason === title ? "" : markdown(reason),
    ...adviceOf(review).map((advice) => `**${markdownLine(advice)}**`),
    review.findings.length === 0 ? markdownLine(absenceOf(review)) : "",
  ];
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
