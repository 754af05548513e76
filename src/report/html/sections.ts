import type { Review } from "../../domain/review.ts";
import { html as encode, plural } from "../../text/text.ts";
import { moreInJson } from "../claims.ts";
import { fullOf, leaderboardOf, leaderboardRemark, lossOf, panelStateOf, scoreColumns, seatIn } from "../facts.ts";
import { memoryOf } from "../memory.ts";
import { isMeasured, metricRows, metricsRemark, violationTexts } from "../metric-rows.ts";
import { remarkListsOf, summaryOf } from "../remarks.ts";
import { reasonOf, silencedGroups, silencedPlace } from "../rules.ts";
import { unreadOf } from "../unreadable.ts";
import { seatUsageOf } from "../usage.ts";
import { placeOf, ranked } from "../view.ts";
import { debateHtml, lineHtml, severityTones, sidesHtml } from "./finding.ts";

/** Longer coverage tables start folded. */
const longTable = 20;

export function panelSection(review: Review): string {
  const usage = seatUsageOf(review);
  const seats = review.panel.seats.map((seat) => {
    const state = lossOf(seat) ?? (seat.counted ? "delivered" : "ran, not counted");
    const spent = usage.get(seat.name);
    return `<li class="${seat.healthy ? "good" : "bad"}"><b>${encode(seat.name)}</b><small>${encode(seatIn(seat, review))}</small><span class="state">${encode(state)}</span>${spent === undefined ? "" : `<small>${encode(spent)}</small>`}</li>`;
  });
  const list =
    seats.length === 0
      ? '<p class="empty still">The panel has no seats.</p>'
      : `<ul class="seats">${seats.join("\n")}</ul>`;
  return section(`Panel: ${panelStateOf(review)}`, list);
}

export function eliminatedSection(review: Review): string {
  const cards = ranked(review.eliminated).map((finding) => {
    const debate = debateHtml(review, finding);
    return `<article class="card still"><p class="meta"><span class="badge line ${severityTones[finding.severity]}">${finding.severity}</span><span class="mono place">${encode(placeOf(finding))}</span><span>eliminated at ${finding.eliminatedAt ?? "an unknown step"}</span></p>
<h4>${lineHtml(finding.title)}</h4><p>${lineHtml(finding.eliminatedBecause ?? "No reason was recorded.")}</p>
${sidesHtml(review, finding)}
${debate === "" ? "" : `<details><summary>Debate</summary>${debate}</details>`}</article>`;
  });
  return cards.length === 0
    ? ""
    : section(
        "Eliminated",
        folded(`${plural(cards.length, "finding")} did not survive`, cards.join("\n"), cards.length <= 5),
      );
}

/** Findings of rules that the repository silenced. */
export function silencedSection(review: Review): string {
  const parts = silencedGroups(review).map(({ heading, shown, left }) => {
    const items = shown.map((one) => {
      const place = `<span class="mono place">${encode(silencedPlace(one))}</span>`;
      return `<li>${one.severity} ${place} ${lineHtml(one.title)} <small>(rule ${encode(one.rule)}; ${lineHtml(reasonOf(one))})</small></li>`;
    });
    const all = [...items, ...moreInJson(left).map((more) => `<li>${more}</li>`)];
    return `<p class="label">${heading}</p><ul class="box">${all.join("")}</ul>`;
  });
  return parts.length === 0 ? "" : section("Not reported", parts.join("\n"));
}

/** What people decided before, and what it did here. */
export function memorySection(review: Review): string {
  const used = memoryOf(review);
  if (used === null) return "";
  const items = [...used.lines.map(lineHtml), ...moreInJson(used.left)].map((line) => `<li>${line}</li>`);
  return section(used.heading, `<ul class="box">${items.join("")}</ul>`);
}

export function leaderboardSection(review: Review): string {
  const rows = leaderboardOf(review).map((score) => {
    const name = `${encode(score.seat)}${score.seat === review.winner ? " (winner)" : ""}`;
    return `<tr><td>${name}</td>${scoreColumns.map(([, key]) => `<td class="number">${score[key]}</td>`).join("")}</tr>`;
  });
  const head = `<tr><th scope="col">Seat</th>${scoreColumns.map(([label]) => `<th scope="col" class="number">${label}</th>`).join("")}</tr>`;
  return rows.length === 0
    ? ""
    : section("Leaderboard", `<p>${leaderboardRemark}</p>${table("Points per seat", head, rows)}`);
}

/** Figures about the debate, folded: they decide nothing. */
export function metricsSection({ metrics, findings, eliminated }: Review): string {
  if (!isMeasured(metrics)) return "";
  const rows = metricRows(metrics).map(
    ([label, value]) => `<tr><td>${label}</td><td class="number">${encode(value)}</td></tr>`,
  );
  const head = '<tr><th scope="col">Metric</th><th scope="col" class="number">Value</th></tr>';
  const broken = violationTexts(metrics.violations, [...findings, ...eliminated]).map(
    (one) => `<li>${lineHtml(one)}</li>`,
  );
  const list =
    broken.length === 0 ? "" : `\n<p class="label">Rules that were broken</p><ul class="box">${broken.join("")}</ul>`;
  return section("Metrics", folded(metricsRemark, table("Metrics", head, rows) + list, false));
}

/** Files that were not read in full come first, because a reader must know them. */
export function coverageSection(review: Review): string {
  const { complete, files } = review.coverage;
  const rest = files.filter((file) => file.state !== "full");
  const full = files.filter((file) => file.state === "full");
  const rows = [...rest, ...full].map((file) => {
    const tone = file.state === "full" ? "good" : file.state === "excluded" ? "still" : "bad";
    return `<tr><td class="mono">${encode(file.path)}</td><td><span class="badge line ${tone}">${file.state}</span></td><td>${lineHtml(file.reason ?? "")}</td></tr>`;
  });
  const head = '<tr><th scope="col">File</th><th scope="col">State</th><th scope="col">Reason</th></tr>';
  const summary = fullOf(review);
  const body = rows.length === 0 ? "" : folded(summary, table(summary, head, rows), rows.length <= longTable);
  return section(
    `Coverage: ${complete ? "complete" : "incomplete"}`,
    body === "" ? `<p class="empty still">${summary}.</p>` : body,
  );
}

/** A model's words, named as such. */
export function summarySection(review: Review): string {
  const summary = summaryOf(review);
  if (summary === null) return "";
  return section(
    "Summary",
    `<div class="box"><p>${lineHtml(summary.text)}</p><p><small>Worded by ${encode(summary.by)}</small></p></div>`,
  );
}

export function remarkSectionsHtml(review: Review): readonly string[] {
  return remarkListsOf(review).map(({ title, shown, left }) => {
    const items = shown.map(
      ({ text, raisedBy }) => `<li>${lineHtml(text)} <small>(${encode(raisedBy.join(", "))})</small></li>`,
    );
    const all = [...items, ...moreInJson(left).map((more) => `<li>${more}</li>`)];
    return section(title, `<ul class="box">${all.join("")}</ul>`);
  });
}

/** Files that no seat could read. */
export function unreadSection(review: Review): string {
  const unread = unreadOf(review);
  if (unread === null) return "";
  const items = unread.shown.map(({ path, said, link }) => {
    const page = link === null ? "" : ` <a href="${encode(link)}">compare</a>`;
    return `<li><span class="mono">${encode(path)}</span>: ${encode(said)}${page}</li>`;
  });
  const all = [...items, ...moreInJson(unread.left).map((more) => `<li>${more}</li>`)];
  return section(unread.heading, `<ul class="box">${all.join("")}</ul>`);
}

export function notesSection(review: Review): string {
  const notes = review.notes.map((note) => `<li>${lineHtml(note)}</li>`);
  return notes.length === 0 ? "" : section("Notes", `<ul class="box notes">${notes.join("")}</ul>`);
}

export function section(title: string, body: string): string {
  return `<section>\n<h2>${title}</h2>\n${body}\n</section>`;
}

export function folded(summary: string, body: string, open: boolean): string {
  return `<details${open ? " open" : ""}><summary>${summary}</summary>\n${body}\n</details>`;
}

/** Scrolls on its own on narrow screens, and is focusable, so that the keyboard can scroll it too. */
function table(label: string, head: string, rows: readonly string[]): string {
  return `<div class="box scroll" role="region" tabindex="0" aria-label="${label}"><table><thead>${head}</thead><tbody>\n${rows.join("\n")}\n</tbody></table></div>`;
}
