import { createHash } from "node:crypto";
import type { Review } from "../domain/review.ts";
import { severities } from "../domain/severity.ts";
import { html as encode, plain } from "../text/text.ts";
import { changeOf, confidenceOf, durationOf, stopOf, usageOf, winnerOf } from "./facts.ts";
import { findingCard, severityTones } from "./html-finding.ts";
import { lineHtml, proseHtml } from "./html-prose.ts";
import {
  coverageSection,
  eliminatedSection,
  folded,
  leaderboardSection,
  notesSection,
  panelSection,
  remarkSections,
  section,
  silencedSection,
  summarySection,
} from "./html-sections.ts";
import { style } from "./html-style.ts";
import type { Report } from "./report.ts";
import { absenceOf, adviceOf, placeOf, ranked } from "./view.ts";

/** From this many findings on, a list of links stands before the cards. */
const longReport = 10;

/** One file for a browser: no script, no request, and a policy that forbids both should our escaping ever fail. */
export const html: Report = (review, options) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash()}'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${encode(plain(`PR Debate: ${review.title}`))}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
${banner(review)}
<main>
${[counters(review), summarySection(review), findings(review), ...remarkSections(review), notesSection(review), panelSection(review), eliminatedSection(review), silencedSection(review), leaderboardSection(review), coverageSection(review)].filter((part) => part !== "").join("\n")}
</main>
<footer>PR Debate ${encode(options.version)}. Started ${encode(review.startedAt)}, finished ${encode(review.finishedAt)}.</footer>
</div>
</body>
</html>
`;

/** What did not finish looks neither like approval nor like a code finding. */
function toneOf(review: Review): string {
  if (review.result === "inconclusive" || review.result === "overridden") return "warn";
  if (review.result === "skipped" || review.result === "superseded") return "still";
  if (review.conclusion === "failure") return "bad";
  return review.conclusion === "success" ? "good" : "note";
}

function banner(review: Review): string {
  const advice = adviceOf(review).map((line) => `<li>${lineHtml(line)}</li>`);
  const stopped = stopOf(review);
  const hasModels = review.panel.seats.some(({ counted }) => counted);
  const debated: readonly (readonly [string, string])[] = [
    ["Confidence", confidenceOf(review)],
    ["Winner", winnerOf(review) ?? "none"],
    ["Rounds", `${review.rounds.length}${stopped === null ? "" : `, then ${stopped}`}`],
    ["Cost", usageOf(review)],
  ];
  const facts: readonly (readonly [string, string])[] = [
    ["Check", `${review.conclusion} (${review.result})`],
    ["Time", durationOf(review) ?? "unknown"],
    ...(hasModels ? debated : []),
  ];
  return `<header class="banner ${toneOf(review)}">
<p class="over">PR Debate</p>
<h1>${lineHtml(plain(review.title))}</h1>
<p class="mono">${encode(changeOf(review))}</p>
${review.reason === review.title ? "" : proseHtml(review.reason)}
${advice.length === 0 ? "" : `<ul class="advice">${advice.join("")}</ul>`}
<dl class="facts">${facts.map(([name, value]) => `<div${name === "Cost" ? ' class="wide"' : ""}><dt>${name}</dt><dd>${encode(value)}</dd></div>`).join("")}</dl>
</header>`;
}

/** Zeros of a review that did not happen would read as a result. */
function counters(review: Review): string {
  if (review.findings.length === 0 && review.result !== "clean") return "";
  const counts: readonly (readonly [string, number, string])[] = [
    ...severities.map((severity) => {
      return [
        severity,
        review.findings.filter((finding) => finding.severity === severity).length,
        severityTones[severity],
      ] as const;
    }),
    ["disputed", review.findings.filter((finding) => finding.status === "disputed").length, "warn"],
    ["eliminated", review.eliminated.length, "still"],
  ];
  const items = counts.map(
    ([name, count, tone]) => `<li class="${count === 0 ? "zero" : tone}"><b>${count}</b>${name}</li>`,
  );
  return `<ul class="counts" aria-label="Findings by kind">${items.join("")}</ul>`;
}

function findings(review: Review): string {
  if (review.findings.length === 0)
    return section("Findings", `<p class="empty ${toneOf(review)}">${encode(absenceOf(review))}</p>`);
  const all = ranked(review.findings);
  const links = all.map((finding) => {
    return `<li><a href="#f-${encode(finding.id)}">${finding.severity} ${encode(plain(finding.title))}</a> <span class="mono">${encode(placeOf(finding))}</span></li>`;
  });
  const groups = severities.flatMap((severity) => {
    const cards = all.filter((finding) => finding.severity === severity).map((finding) => findingCard(review, finding));
    return cards.length === 0 ? [] : [`<h3>${severity} (${cards.length})</h3>`, ...cards];
  });
  const index =
    all.length < longReport
      ? ""
      : folded(`List of all ${all.length}`, `<ol class="box list">${links.join("\n")}</ol>`, false);
  return section("Findings", [index, ...groups].join("\n"));
}

function styleHash(): string {
  return createHash("sha256").update(style).digest("base64");
}
