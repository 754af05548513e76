import type { Evidence, Hearing } from "../../domain/debate.ts";
import type { Measures } from "../../domain/discussion/metrics.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { markdownCell, markdownLine } from "../../text/markdown.ts";
import { codeCell, codeSpan, plural } from "../../text/text.ts";
import { moreInJson, type Reported } from "../claims.ts";
import { fullOf, leaderboardOf, leaderboardRemark, lossOf, scoreColumns, seatIn } from "../facts.ts";
import { memoryOf } from "../memory.ts";
import { isMeasured, metricRows, metricsRemark, violationTexts } from "../metric-rows.ts";
import { reasonOf, ruleLink, silencedGroups, silencedPlace } from "../rules.ts";
import { unreadOf } from "../unreadable.ts";
import { seatUsageOf } from "../usage.ts";
import {
  citationOf,
  fateOf,
  hearingReason,
  hearingSources,
  hearingsOn,
  ranked,
  rulingText,
  shownRulings,
  sidesOf,
  voicesOn,
} from "../view.ts";

/** A folded part, or empty text for empty content. The summary is ours, never untrusted text. */
export function details(summary: string, body: string): string {
  return body === "" ? "" : `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/**
 * The debate about one finding: other wordings, ballots and code checks as a table, hearings as lists. `reported`
 * leaves out the wordings shown next to the finding's own.
 */
export function debateOn(
  review: Review,
  finding: Finding,
  reported: readonly Reported[] = finding.alsoReported,
): string {
  const voices = voicesOn(review, finding.id).map(({ round, seat, stance, reason, evidence }) => {
    return [
      String(round),
      codeCell(seat),
      stance,
      [markdownCell(reason), ...evidence.map(evidenceCell)].filter(Boolean).join(" "),
    ];
  });
  return [
    reported
      .map((other) => `- ${codeSpan(other.seat)} reported it as ${other.severity}: ${markdownLine(other.title)}`)
      .join("\n"),
    voices.length === 0 ? "" : table(["Round", "Seat", "Says", "Reason"], voices),
    ...hearingsOn(review, finding.id).map((hearing) => hearingPart(review, hearing)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The sections after the findings, folded, in the order in which a doubting reader needs them. */
export function appendices(review: Review): readonly string[] {
  const notes = review.notes.map((note) => `- ${markdownLine(note)}`).join("\n");
  return [
    unreadPart(review),
    notes === "" ? "" : `## Notes\n\n${notes}`,
    ...silencedParts(review),
    memoryPart(review),
    details(
      `Eliminated (${review.eliminated.length})`,
      ranked(review.eliminated)
        .map((finding) => eliminatedPart(review, finding))
        .join("\n\n"),
    ),
    details("Panel", panel(review)),
    details("Leaderboard", leaderboard(review)),
    details(
      `Coverage (${review.coverage.complete ? "complete" : "incomplete"}, ${plural(review.coverage.files.length, "file")})`,
      coverage(review),
    ),
  ].filter((part) => part !== "");
}

/** Findings of rules that the repository silenced: how many, and which. */
function silencedParts(review: Review): readonly string[] {
  return silencedGroups(review).map(({ heading, shown, left }) => {
    const lines = shown.map((one) => {
      const what = `**${one.severity}** ${codeSpan(silencedPlace(one))} ${markdownLine(one.title)}`;
      return `- ${what} (rule ${ruleLink(review, one.rule)}; ${markdownLine(reasonOf(one))})`;
    });
    return details(heading, [...lines, ...moreInJson(left).map((more) => `- ${more}`)].join("\n"));
  });
}

/** Files that no seat could read. The links are ours. */
export function unreadPart(review: Pick<Review, "unreadable">): string {
  const unread = unreadOf(review);
  if (unread === null) return "";
  const lines = unread.shown.map(
    ({ path, said, link }) =>
      `- ${codeSpan(path)}: ${markdownLine(said)}${link === null ? "" : ` ([compare](${link}))`}`,
  );
  return [`**${unread.heading}**`, "", ...lines, ...moreInJson(unread.left).map((more) => `- ${more}`)].join("\n");
}

/** What people decided before, and what it did here. */
function memoryPart(review: Review): string {
  const used = memoryOf(review);
  if (used === null) return "";
  const lines = [...used.lines.map(markdownLine), ...moreInJson(used.left)].map((line) => `- ${line}`);
  return details(used.heading, lines.join("\n"));
}

function hearingPart(review: Review, hearing: Hearing): string {
  const { advocate, skeptic, exchanges, ruling } = hearing;
  const reason = hearingReason(hearing);
  return [
    `Hearing: ${codeSpan(advocate)} for, ${codeSpan(skeptic)} against. **${ruling}**${reason === "" ? "" : `: ${markdownLine(reason)}`}`,
    "",
    ...exchanges.map(({ seat, role, argument, concede, evidence }) => {
      return `- ${role} ${codeSpan(seat)}${concede ? " concedes" : ""}: ${spoken(argument, evidence)}`;
    }),
    ...shownRulings(hearing).map((own) => {
      return `- judge ${codeSpan(own.judge)} (${own.heard}): ${rulingText(own)}. ${spoken(own.reason, own.evidence)}`;
    }),
    ...hearingSources(review, hearing).map((line) => `- ${markdownLine(line)}`),
    "",
    fateOf(review, hearing),
  ].join("\n");
}

function spoken(text: string, evidence: readonly Evidence[]): string {
  return [markdownLine(text), ...evidence.map((one) => codeSpan(citationOf(one)))].join(" ");
}

/** The sections after the findings, with the figures last. */
export function reviewAppendices(review: Review): readonly string[] {
  return [...appendices(review), ...reviewMetrics(review)];
}

/** The figures of a review, if there are any. */
export function reviewMetrics({ metrics, findings, eliminated }: Review): readonly string[] {
  return isMeasured(metrics) ? [metricsPart(metrics, [], [...findings, ...eliminated])] : [];
}

/** The folded table of figures, after it the figures of one kind of debate only. */
export function metricsPart(
  metrics: Measures,
  more: readonly (readonly [string, string])[] = [],
  findings: readonly Finding[] = [],
): string {
  const rows = [...metricRows(metrics), ...more].map((row) => [...row]);
  const broken = violationTexts(metrics.violations, findings).map((one) => `- ${markdownLine(one)}`);
  const violations = broken.length === 0 ? [] : ["**Rules that were broken**", broken.join("\n")];
  return details("Metrics", [metricsRemark, table(["Metric", "Value"], rows), ...violations].join("\n\n"));
}

/** "Raised by `a`; agreed `b`; disputed `c`". */
export function sidesLine(review: Review, finding: Finding): string {
  const sides = sidesOf(review, finding).map(([label, seats]) => `${label} ${seats.map(codeSpan).join(", ")}`);
  const line = sides.join("; ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}

function eliminatedPart(review: Review, finding: Finding): string {
  const place = finding.line === null ? finding.path : `${finding.path}:${finding.line}`;
  const because = markdownLine(finding.eliminatedBecause ?? "no reason recorded");
  return [
    `**${finding.severity}** ${codeSpan(place)} ${markdownLine(finding.title)}`,
    `Eliminated at ${finding.eliminatedAt ?? "an unknown step"}: ${because}`,
    sidesLine(review, finding),
    debateOn(review, finding),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function panel(review: Review): string {
  const usage = seatUsageOf(review);
  const rows = review.panel.seats.map((seat) => {
    const loss = lossOf(seat);
    return [
      codeCell(seat.name),
      markdownCell(seatIn(seat, review)),
      seat.counted ? "yes" : "no",
      loss === null ? "healthy" : markdownCell(loss),
      markdownCell(usage.get(seat.name) ?? ""),
    ];
  });
  return rows.length === 0 ? "" : table(["Seat", "What it is", "Counted", "State", "Usage"], rows);
}

function leaderboard(review: Review): string {
  const rows = leaderboardOf(review).map((score) => {
    const name = `${codeCell(score.seat)}${score.seat === review.winner ? " (winner)" : ""}`;
    return [name, ...scoreColumns.map(([, key]) => String(score[key]))];
  });
  if (rows.length === 0) return "";
  return `${leaderboardRemark}\n\n${table(["Seat", ...scoreColumns.map(([label]) => label)], rows)}`;
}

/** Files read in full are one number; the rest is listed. */
function coverage(review: Review): string {
  const rest = review.coverage.files.filter((file) => file.state !== "full");
  const rows = rest.map((file) => [codeCell(file.path), file.state, markdownCell(file.reason ?? "no reason given")]);
  const full = `${fullOf(review)}.`;
  return rows.length === 0 ? full : `${full}\n\n${table(["File", "State", "Reason"], rows)}`;
}

function evidenceCell(evidence: Evidence): string {
  return codeCell(citationOf(evidence));
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}
