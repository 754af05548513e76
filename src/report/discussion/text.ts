import type { DebatePosition } from "../../domain/discussion/answers.ts";
import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import { plain } from "../../text/text.ts";
import { qualityLine, violationTexts } from "../metric-rows.ts";
import { indented, questionText, type TextPage, textPage } from "../question.ts";
import type { ReportOptions } from "../report.ts";
import { hang, proseLines } from "../text/wrap.ts";
import { citationText, claimText, confidenceText, debateFoot, debateHead, turnText } from "./facts.ts";

const tones = { adopted: "success", rejected: "neutral", undecided: "neutral", inconclusive: "failure" } as const;

/** The debate for a terminal: the verdict first, then dissent, positions, rounds and votes. */
export function debateText(debate: FreeDebate, options: ReportOptions): string {
  const page = textPage(options);
  const { list, section } = page;
  const quality = qualityLine(debate.metrics);
  const foot = [...debateFoot(debate), ...(quality === null ? [] : [["Quality of the debate", quality] as const])];
  const votes = debate.panelVotes.map(
    ({ seat, vote, confidence, reason, cast }) =>
      `${seat} ${cast ? `${vote} (${confidenceText(confidence)}): ` : ""}${reason}`,
  );
  return questionText(
    page,
    debateHead(debate),
    [tones[debate.result], "Topic"],
    [
      verdict(debate, page),
      section("Dissent", list(debate.dissent.map(({ seat, kind, reason }) => `${seat} ${kind}: ${reason}`))),
      section(
        "Positions",
        debate.positions.flatMap((one) => position(one, debate, page)),
      ),
      ...debate.rounds.map((round) => section(`Round ${round.round}`, turns(round, page))),
      section("Votes", list(votes)),
      section(
        "Judges",
        list(debate.rulings.map(({ judge, because, reasoning }) => `${judge} ${because}: ${reasoning}`)),
      ),
      section("Rules that were broken", list(violationTexts(debate.metrics.violations))),
      section("What the seats saw", list(debate.context)),
      section("Notes", list(debate.notes)),
      foot.flatMap(([label, text]) => hang(`${label}: `, plain(text), page.width)),
    ],
  );
}

function verdict(debate: FreeDebate, { width, paint }: TextPage): readonly string[] {
  if (!debate.held) return [];
  const by = debate.position === null ? "" : ` (${debate.position})`;
  return [
    ...(debate.verdict === null
      ? []
      : [paint.bold(`Verdict${by}`), ...indented(proseLines(debate.verdict, width - 2), 2)]),
    ...hang("  Because: ", plain(debate.reasoning), width),
  ];
}

function position(one: DebatePosition, { claims, leading }: FreeDebate, { width, paint }: TextPage): string[] {
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

function turns({ turns: all }: FreeDebate["rounds"][number], { width, paint }: TextPage): string[] {
  return all.flatMap((turn) => [
    ...hang(`  ${plain(turn.seat)}: `, plain(turnText(turn)), width),
    ...(turn.violation === null ? [] : hang("     ! ", plain(turn.violation), width).map(paint.P1)),
    ...indented(proseLines(turn.argument, width - 5), 5),
    ...turn.evidence.flatMap((cited) => hang(cited.found ? "     > " : "     ! ", plain(citationText(cited)), width)),
  ]);
}
