import type { DebatePosition } from "../../domain/discussion/answers.ts";
import type { FreeDebate } from "../../domain/discussion/free-debate.ts";
import { markdown as inert, markdownCell, markdownLine } from "../../text/markdown.ts";
import { codeCell, codeSpan, cut } from "../../text/text.ts";
import { details, metricsPart, table } from "../markdown/sections.ts";
import { item, joined, listed, questionMarkdown } from "../question.ts";
import type { ReportOptions } from "../report.ts";
import { citationText, claimText, confidenceText, debateFoot, debateHead, ownMetricRows, turnText } from "./facts.ts";

/** The debate as GitHub Markdown, for `.debate/debate-*.md`. All HTML tags are ours. */
export function debateMarkdown(debate: FreeDebate, { limit = Number.POSITIVE_INFINITY }: ReportOptions): string {
  const page = joined([
    ...questionMarkdown(debateHead(debate), verdictParts(debate), debateFoot(debate)),
    listed(
      "Dissent",
      debate.dissent.map(({ seat, kind, reason }) => `- ${codeSpan(seat)} ${markdownLine(`${kind}: ${reason}`)}`),
    ),
    ...(debate.positions.length === 0
      ? []
      : ["## Positions", ...debate.positions.map((one) => positionPart(one, debate))]),
    votesPart(debate),
    judgesPart(debate),
    ...debate.rounds.map((round) => details(`Round ${round.round}`, round.turns.map(turnPart).join("\n\n"))),
    debate.rounds.length === 0 ? "" : metricsPart(debate.metrics, ownMetricRows(debate)),
    details("What the seats saw", debate.context.map(item).join("\n")),
    listed("Notes", debate.notes.map(item)),
  ]);
  return Number.isFinite(limit) ? cut(page, limit, "\n\n_Cut to fit. The JSON report has everything._\n") : page;
}

function verdictParts({ held, verdict, position, reasoning }: FreeDebate): string[] {
  if (!held) return [];
  const heading = `## Verdict${position === null ? "" : ` (${codeSpan(position)})`}`;
  return [...(verdict === null ? [] : [heading, inert(verdict)]), `Because: ${markdownLine(reasoning)}`];
}

function positionPart(position: DebatePosition, { claims, leading }: FreeDebate): string {
  const { id, seat, text, opening, adopted, confidence, uncertainties } = position;
  const facts = [
    ...(id === leading ? ["leading"] : []),
    ...(adopted === null ? [] : [`took over ${adopted}`]),
    `confidence ${confidenceText(confidence)}`,
  ];
  const own = claims.filter((claim) => claim.position === id);
  return [
    `### ${id}: ${codeSpan(seat)}, ${markdownLine(facts.join(", "))}`,
    inert(text),
    text === opening ? "" : `At first: ${markdownLine(opening)}`,
    own
      .flatMap((claim) => [
        `- ${markdownLine(claimText(claim))}${claim.detail === "" ? "" : ` ${markdownLine(claim.detail)}`}`,
        ...claim.evidence.map((cited) => `  - ${codeSpan(citationText(cited))}`),
      ])
      .join("\n"),
    uncertainties.map((one) => `- Uncertain: ${markdownLine(one)}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function turnPart(turn: FreeDebate["rounds"][number]["turns"][number]): string {
  return [
    `**${codeSpan(turn.seat)}**: ${markdownLine(turnText(turn))}`,
    turn.violation === null ? "" : `⚠️ ${markdownLine(turn.violation)}`,
    inert(turn.argument),
    turn.evidence.map((cited) => `- ${codeSpan(citationText(cited))}`).join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function votesPart({ panelVotes, leading }: FreeDebate): string {
  if (leading === null) return "";
  const rows = panelVotes.map(({ seat, vote, confidence, reason, cast }) => {
    return [codeCell(seat), ...(cast ? [vote, confidenceText(confidence)] : ["none", ""]), markdownCell(reason)];
  });
  return `## Votes on ${leading}\n\n${table(["Seat", "Vote", "Confidence", "Reason"], rows)}`;
}

function judgesPart({ rulings }: FreeDebate): string {
  return listed(
    "Judges",
    rulings.map(({ judge, because, reasoning }) => `- ${codeSpan(judge)} ${markdownLine(`${because}: ${reasoning}`)}`),
  );
}
