import type { DebatePosition } from "../../domain/discussion/answers.ts";
import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import { plain } from "../../text/text.ts";
import { seatOf } from "../facts.ts";
import { qualityLine, violationTexts } from "../metric-rows.ts";
import { type ReportOptions, withoutCommands } from "../report.ts";
import { hang, type Paint, paints, proseLines, wrap } from "../text/wrap.ts";
import { citationText, claimText, confidenceText, debateFoot, debateTitle, turnText } from "./facts.ts";

interface Page {
  readonly width: number;
  readonly paint: Paint;
}

/** The debate for a terminal: the verdict first, then dissent, positions, rounds and votes. */
export function debateText(debate: FreeDebate, options: ReportOptions): string {
  const quality = qualityLine(debate.metrics);
  const page = { width: Math.max(40, options.width ?? 100), paint: paints(options.colour === true) };
  const list = (texts: readonly string[]): string[] => texts.flatMap((text) => hang("  - ", plain(text), page.width));
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [page.paint.bold(title), ...lines];
  const parts = [
    head(debate, page),
    failed(debate, page),
    verdict(debate, page),
    section("Dissent", list(debate.dissent.map(({ seat, kind, reason }) => `${seat} ${kind}: ${reason}`))),
    section(
      "Positions",
      debate.positions.flatMap((one) => position(one, debate, page)),
    ),
    ...debate.rounds.map((round) => section(`Round ${round.round}`, turns(round, page))),
    section(
      "Votes",
      list(
        debate.panelVotes.map(
          ({ seat, vote, confidence, reason, cast }) =>
            `${seat} ${cast ? `${vote} (${confidenceText(confidence)}): ` : ""}${reason}`,
        ),
      ),
    ),
    section("Judges", list(debate.rulings.map(({ judge, because, reasoning }) => `${judge} ${because}: ${reasoning}`))),
    section("Rules that were broken", list(violationTexts(debate.metrics.violations))),
    section("What the seats saw", list(debate.context)),
    section("Notes", list(debate.notes)),
    [...debateFoot(debate), ...(quality === null ? [] : [["Quality of the debate", quality] as const])].flatMap(
      ([label, text]) => hang(`${label}: `, plain(text), page.width),
    ),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => withoutCommands(lines.join("\n")))
    .join("\n\n")}\n`;
}

const tones = { adopted: "success", rejected: "neutral", undecided: "neutral", inconclusive: "failure" } as const;

function head(debate: FreeDebate, { width, paint }: Page): readonly string[] {
  return [
    ...wrap(`PR Debate: ${debateTitle(debate)}`, width).map(paint[tones[debate.result]]),
    ...hang("Topic: ", plain(debate.topic), width).map(paint.quiet),
    ...(debate.reason === "" ? [] : hang("! ", plain(debate.reason), width)),
  ];
}

function failed({ panel }: FreeDebate, { width, paint }: Page): readonly string[] {
  return panel.seats
    .filter(({ healthy }) => !healthy)
    .flatMap((seat) =>
      hang("  FAIL ", `${plain(seat.name)} (${plain(seatOf(seat))}): ${plain(seat.failure ?? "")}`, width),
    )
    .map(paint.P0);
}

function verdict(debate: FreeDebate, { width, paint }: Page): readonly string[] {
  if (!debate.held) return [];
  const by = debate.position === null ? "" : ` (${debate.position})`;
  return [
    ...(debate.verdict === null
      ? []
      : [paint.bold(`Verdict${by}`), ...indented(proseLines(debate.verdict, width - 2), 2)]),
    ...hang("  Because: ", plain(debate.reasoning), width),
  ];
}

function position(one: DebatePosition, { claims, leading }: FreeDebate, { width, paint }: Page): string[] {
  const own = claims.filter((claim) => claim.position === one.id);
  const facts = [
    ...(one.id === leading ? ["leading"] : []),
    ...(one.adopted === null ? [] : [`took over ${one.adopted}`]),
    `confidence ${confidenceText(one.confidence)}`,
  ];
  return [
    ...hang(`  ${one.id} `, `${plain(one.seat)} (${facts.join(", ")})`, width).map(paint.bold),
    ...indented(proseLines(one.text, width - 5), 5),
    ...(one.text === one.opening ? [] : hang("     At first: ", plain(one.opening), width)),
    ...own.flatMap((claim) => [
      ...hang("     - ", plain(claimText(claim)), width),
      ...(claim.detail === "" ? [] : indented(proseLines(claim.detail, width - 7), 7)),
      ...claim.evidence.flatMap((cited) =>
        hang(cited.found ? "       > " : "       ! ", plain(citationText(cited)), width),
      ),
    ]),
    ...one.uncertainties.flatMap((text) => hang("     ? ", plain(text), width)),
  ];
}

function turns({ turns: all }: FreeDebate["rounds"][number], { width, paint }: Page): string[] {
  return all.flatMap((turn) => [
    ...hang(`  ${plain(turn.seat)}: `, plain(turnText(turn)), width),
    ...(turn.violation === null ? [] : hang("     ! ", plain(turn.violation), width).map(paint.P1)),
    ...indented(proseLines(turn.argument, width - 5), 5),
    ...turn.evidence.flatMap((cited) => hang(cited.found ? "     > " : "     ! ", plain(citationText(cited)), width)),
  ]);
}

function indented(lines: readonly string[], by: number): string[] {
  return lines.map((line) => " ".repeat(by) + line);
}
