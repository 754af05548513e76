import type { Review } from "../../domain/review.ts";
import { plain } from "../../text/text.ts";
import { adviceOf } from "../advice.ts";
import { moreInJson } from "../claims.ts";
import {
  changeOf,
  confidenceOf,
  durationOf,
  effortOf,
  leaderboardOf,
  leaderboardRemark,
  panelStateOf,
  scoreColumns,
  seatIn,
  topologyOf,
} from "../facts.ts";
import { memoryOf } from "../memory.ts";
import { qualityLine } from "../metric-rows.ts";
import { remarkListsOf, summaryOf } from "../remarks.ts";
import { type Report, withoutCommands } from "../report.ts";
import { reasonOf, ruleLines, silencedGroups, silencedPlace } from "../rules.ts";
import { stopOf } from "../stop.ts";
import { unreadOf } from "../unreadable.ts";
import { usageOf } from "../usage.ts";
import { absenceOf, countsOf, ranked } from "../view.ts";
import { alikeLine, eliminatedLines, findingLines, groupAlike, hearingLines } from "./finding.ts";
import { coverageLines, memoryLines, remarkLines, unreadLines } from "./lists.ts";
import { columnsOf, hang, type Paint, paints, wrap } from "./wrap.ts";

const usualWidth = 80;

/** The report for a terminal: the result first, then the findings by file, then how it came about. */
export const text: Report = (review, options) => {
  const width = Math.max(40, options.width ?? usualWidth);
  const paint = paints(options.colour === true, options.link);
  const isEmpty = review.result === "skipped" && review.coverage.files.length === 0;
  const parts = isEmpty
    ? [head, findings, notes].map((part) => part(review, width, paint))
    : whole(review, width, paint);
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .map(withoutCommands)
    .join("\n\n")}\n`;
};

/** Everything about a review that had something to read. */
function whole(review: Review, width: number, paint: Paint): readonly (readonly string[])[] {
  const memory = memoryOf(review);
  const unread = unreadOf(review);
  return [
    head(review, width, paint),
    summary(review, width),
    panel(review, width, paint),
    findings(review, width, paint),
    ...remarkListsOf(review).map((list) => section(list.title, remarkLines(list, width), paint)),
    section("Hearings", hearings(review, width), paint),
    section(
      "Eliminated",
      ranked(review.eliminated).flatMap((finding) => eliminatedLines(review, finding, width)),
      paint,
    ),
    section("Not reported", silenced(review, width), paint),
    section(memory?.heading ?? "", memoryLines(memory, width), paint),
    section("Scores", scores(review, width), paint),
    section(
      "Rules",
      ruleLines(review).flatMap((line) => hang("  - ", line, width)),
      paint,
    ),
    section(unread?.heading ?? "", unreadLines(unread, width), paint),
    section("Coverage", coverageLines(review, width), paint),
    notes(review, width, paint),
    foot(review, width),
  ];
}

function notes(review: Review, width: number, paint: Paint): readonly string[] {
  const lines = review.notes.flatMap((note) => hang("  - ", plain(note), width));
  return section("Notes", lines, paint);
}

function head(review: Review, width: number, paint: Paint): readonly string[] {
  const counts = countsOf(review.findings);
  return [
    ...wrap(`PR Debate: ${plain(review.title)}`, width).map(paint[review.conclusion]),
    ...wrap(`${review.conclusion} (${review.result})${counts === "" ? "" : `, findings: ${counts}`}`, width).map(
      paint.quiet,
    ),
    ...wrap(plain(changeOf(review)), width).map(paint.quiet),
    ...(review.reason === review.title ? [] : wrap(plain(review.reason), width)),
    ...adviceOf(review).flatMap((advice) => hang("! ", plain(advice), width)),
  ];
}

function summary(review: Review, width: number): readonly string[] {
  const said = summaryOf(review);
  return said === null ? [] : wrap(`Summary, worded by ${plain(said.by)}: ${said.text}`, width);
}

function panel(review: Review, width: number, paint: Paint): readonly string[] {
  const { seats: all } = review.panel;
  // Rule engines that ran as usual get a line, not a list.
  if (all.length > 0 && all.every(({ counted, healthy }) => !counted && healthy))
    return wrap(`Panel: ${all.map(({ name }) => plain(name)).join(", ")}, all offline`, width).map(paint.bold);
  const seats = review.panel.seats.flatMap((seat) => {
    const state = seat.healthy ? "ok  " : "FAIL";
    const failure = seat.failure === undefined ? "" : `: ${plain(seat.failure)}`;
    const lines = hang(`  ${state} `, `${plain(seat.name)} (${plain(seatIn(seat, review))})${failure}`, width);
    return seat.healthy ? lines : lines.map(paint.P0);
  });
  return [
    ...wrap(`Panel: ${panelStateOf(review)}`, width).map(paint.bold),
    ...(seats.length === 0 ? ["  no seats"] : seats),
  ];
}

function findings(review: Review, width: number, paint: Paint): readonly string[] {
  if (review.findings.length === 0) return wrap(absenceOf(review), width).map(paint.bold);
  const told = groupAlike(review, ranked(review.findings));
  const paths = [...new Set(told.map(({ finding }) => finding.path))];
  const blocks = paths.map((path) => {
    const own = told.filter(({ finding }) => finding.path === path);
    const written = own.map(({ finding, others }) =>
      [...findingLines(review, finding, width, paint), ...alikeLine(others, width)].join("\n"),
    );
    return `${paint.bold(plain(path))}\n${written.join("\n\n")}`;
  });
  return [blocks.join("\n\n")];
}

function hearings(review: Review, width: number): readonly string[] {
  const titles = new Map([...review.findings, ...review.eliminated].map((finding) => [finding.id, finding.title]));
  return review.hearings.flatMap((hearing) =>
    hearingLines(review, hearing, titles.get(hearing.finding) ?? hearing.finding, width),
  );
}

function silenced(review: Review, width: number): readonly string[] {
  return silencedGroups(review).flatMap(({ heading, shown, left }) => [
    ...hang("  ", heading, width),
    ...shown.flatMap((one) => {
      const { severity, rule, title } = one;
      return hang(
        "    - ",
        plain(`${severity} ${silencedPlace(one)} ${title} (rule ${rule}; ${reasonOf(one)})`),
        width,
      );
    }),
    ...moreInJson(left).map((more) => `    - ${more}`),
  ]);
}

function scores(review: Review, width: number): readonly string[] {
  const board = leaderboardOf(review);
  if (board.length === 0) return [];
  const names = board.map(({ seat }) => `${plain(seat)}${seat === review.winner ? " (winner)" : ""}`);
  const widest = Math.max(4, ...names.map(columnsOf));
  const row = (name: string, cells: readonly string[]): string => {
    const padded = cells.map((cell, index) => cell.padStart(Math.max(4, scoreColumns[index]?.[0].length ?? 0)));
    return `  ${name}${" ".repeat(widest - columnsOf(name))}  ${padded.join("  ")}`;
  };
  return [
    ...hang("  ", leaderboardRemark, width),
    row(
      "Seat",
      scoreColumns.map(([label]) => label),
    ),
    ...board.map((score, index) =>
      row(
        names[index] ?? "",
        scoreColumns.map(([, key]) => String(score[key])),
      ),
    ),
  ];
}

function foot(review: Review, width: number): readonly string[] {
  const duration = durationOf(review);
  const stopped = stopOf(review);
  const [effort, topology] = [effortOf(review), topologyOf(review)];
  const quality = review.metrics === undefined ? null : qualityLine(review.metrics);
  const hasModels = review.panel.seats.some(({ counted }) => counted);
  const facts = [
    ...(hasModels ? [`Confidence: ${confidenceOf(review)}`] : []),
    ...(stopped === null ? [] : [`Rounds: ${review.rounds.length}, then ${plain(stopped)}`]),
    ...(hasModels ? [`Cost: ${usageOf(review)}`] : []),
    ...(effort === null ? [] : [`Effort: ${plain(effort)}`]),
    ...(quality === null ? [] : [`Quality of the debate: ${quality}`]),
    ...(topology === null ? [] : [`Topology: ${plain(topology)}`]),
    ...(duration === null ? [] : [`Time: ${duration}`]),
  ];
  return wrap(facts.join(". "), width);
}

function section(title: string, lines: readonly string[], paint: Paint): readonly string[] {
  return lines.length === 0 ? [] : [paint.bold(title), ...lines];
}
