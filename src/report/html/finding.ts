import type { Evidence, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { type Block, readProse, readSpans } from "../../text/prose.ts";
import { html as encode } from "../../text/text.ts";
import { moreInJson, otherClaims, type Reported } from "../claims.ts";
import { outdented } from "../facts.ts";
import { ruleNamed } from "../rules.ts";
import {
  doubtOf,
  fateOf,
  hearingReason,
  hearingSources,
  hearingsOn,
  placeOf,
  rulingText,
  shownRulings,
  sidesOf,
  voicesOn,
} from "../view.ts";

export const severityTones = { P0: "bad", P1: "warn", P2: "note" } as const;

/** One open finding as a card. */
export function findingCard(review: Review, finding: Finding): string {
  const disputed = finding.status === "disputed" ? '<span class="badge line">Disputed, needs a human</span>' : "";
  const debate = debateHtml(review, finding, otherClaims(finding).repeats);
  const doubt = doubtOf(review, finding);
  return `<article class="card ${severityTones[finding.severity]}" id="f-${encode(finding.id)}">
<p class="meta"><span class="badge">${finding.severity}</span>${disputed}<span class="mono place">${encode(placeOf(finding))}</span><span>${encode(finding.category)}</span>${ruleHtml(review, finding)}<span class="mono">${encode(finding.id)}</span></p>
<h4>${lineHtml(finding.title)}</h4>
${excerptHtml(review, finding)}
${proseHtml(finding.detail)}${finding.narrowedFrom === undefined ? "" : `<p class="label">Narrowed in its hearing. Before</p>${proseHtml(finding.narrowedFrom)}`}${claimsHtml(finding)}
${labelled("Why it fails", finding.failurePath)}${labelled("Fix", finding.fix)}
${finding.suggestion === undefined ? "" : `<p class="label">Replace with</p>${codeHtml(finding.suggestion)}`}
${sidesHtml(review, finding)}${doubt === null ? "" : `<p>${doubt}</p>`}
${debate === "" ? "" : `<details${finding.status === "disputed" ? " open" : ""}><summary>Debate</summary>${debate}</details>`}
</article>`;
}

/** The one external link of the page, to our own documentation. */
function ruleHtml(review: Review, { rule }: Finding): string {
  if (rule === undefined) return "";
  const url = ruleNamed(review, rule)?.url ?? null;
  const name = url === null ? encode(rule) : `<a href="${encode(url)}">${encode(rule)}</a>`;
  return `<span class="mono">${name}</span>`;
}

/** The claims that were merged into this finding and say something different. */
function claimsHtml(finding: Finding): string {
  const { claims, left } = otherClaims(finding);
  const items = claims.map(({ where, title, detail, raised }) => {
    const seats = raised.map(({ seat, severity }) => `${encode(seat)} as ${severity}`).join(", ");
    const place = where === null ? "" : `<code>${encode(where)}</code>: `;
    const words = [`${place}<b>${lineHtml(title)}</b>`, ...(detail === "" ? [] : [lineHtml(detail)])];
    return `<li>${words.join(" — ")} <small>(raised by ${seats})</small></li>`;
  });
  const all = [...items, ...moreInJson(left).map((more) => `<li>${more}</li>`)];
  return all.length === 0 ? "" : `<p class="label">Also here</p><ul>${all.join("")}</ul>`;
}

/** The seats on each side. */
export function sidesHtml(review: Review, finding: Finding): string {
  const sides = sidesOf(review, finding).map(
    ([label, seats]) => `<span>${label} <b>${encode(seats.join(", "))}</b></span>`,
  );
  return `<p class="sides">${sides.join("")}</p>`;
}

/** The debate about a finding, in order: other wordings, code checks and ballots, hearings. */
export function debateHtml(
  review: Review,
  finding: Finding,
  reported: readonly Reported[] = finding.alsoReported,
): string {
  const entries = [
    ...reported.map((other) => entry(`${other.seat}, reported it as ${other.severity}`, other.title, [])),
    ...voicesOn(review, finding.id).map((voice) =>
      entry(`${voice.seat}, round ${voice.round}: ${voice.stance}`, voice.reason, voice.evidence, toneOf(voice.stance)),
    ),
    ...hearingsOn(review, finding.id).flatMap((hearing) => hearingEntries(review, hearing)),
  ];
  return entries.length === 0 ? "" : `<ul class="talk">${entries.join("")}</ul>`;
}

function hearingEntries(review: Review, hearing: Hearing): readonly string[] {
  const outcome = `${hearingReason(hearing)} ${fateOf(review, hearing)}`.trim();
  return [
    ...hearing.exchanges.map(({ seat, role, argument, concede, evidence }) => {
      return entry(`${seat}, ${role} in the hearing${concede ? ", concedes" : ""}`, argument, evidence);
    }),
    ...shownRulings(hearing).map((own) =>
      entry(`${own.judge}, judge, ${own.heard}: ${rulingText(own)}`, own.reason, own.evidence, toneOf(own.ruling)),
    ),
    ...hearingSources(review, hearing).map((line) => entry("The hearing", line, [])),
    entry(`Hearing: ${hearing.ruling}`, outcome, [], toneOf(hearing.ruling)),
  ];
}

/** For or against the finding, as a colour beside the words. */
function toneOf(stance: string): string {
  if (/^(?:agree|duplicate|upheld)/.test(stance)) return "good";
  return /^(?:dispute|refuted|code check)/.test(stance) ? "bad" : "still";
}

function entry(who: string, text: string, evidence: readonly Evidence[], tone = "still"): string {
  const quotes = evidence.map(({ path, line, quote }) => {
    return `<p class="who mono">${encode(path)}${line === undefined ? "" : `:${line}`}</p>${codeHtml(outdented(quote))}`;
  });
  return `<li class="${tone}"><p class="who">${encode(who)}</p>${proseHtml(text)}${quotes.join("")}</li>`;
}

function labelled(label: string, text: string | undefined): string {
  return text === undefined || text.trim() === "" ? "" : `<p class="label">${label}</p>${proseHtml(text)}`;
}

/**
 * The code around a finding with line numbers and its own lines marked, or the quoted code if the context is unknown.
 */
function excerptHtml({ excerpts }: Review, finding: Finding): string {
  const { id, quote, line, startLine = line } = finding;
  const numbered = (excerpts?.[id] ?? "").split("\n").flatMap((text) => {
    const parts = /^(?<number>\d+) \| (?<code>.*)$/.exec(text)?.groups;
    return parts === undefined ? [] : [{ number: Number(parts["number"]), code: parts["code"] ?? "" }];
  });
  if (numbered.length === 0 || line === null || startLine === null)
    return quote.trim() === "" ? "" : codeHtml(outdented(quote));
  const widest = String(numbered.at(-1)?.number ?? "").length;
  const lines = outdented(numbered.map(({ code }) => code).join("\n"))
    .split("\n")
    .map((code, index) => {
      const number = numbered[index]?.number ?? 0;
      const shown = `<i>${String(number).padStart(widest)}</i> ${encode(code)}`;
      return number >= startLine && number <= line ? `<mark>${shown}</mark>` : shown;
    });
  return `<pre class="excerpt"><code>${lines.join("\n")}</code></pre>`;
}

/**
 * Untrusted prose as HTML: paragraphs, lists, inline and fenced code. The only attribute taken from the text is a
 * list's first number.
 */
export function proseHtml(text: string): string {
  const blocks = readProse(text);
  return blocks
    .map((block, index) => {
      if (block.kind === "code") return codeHtml(block.code);
      if (block.kind === "paragraph") return `<p>${linesHtml(block.lines)}</p>`;
      const opens = listOf(blocks[index - 1]) === listOf(block) ? "" : openList(block.marker);
      const closes = listOf(blocks[index + 1]) === listOf(block) ? "" : `</${listOf(block)}>`;
      return `${opens}<li>${linesHtml(block.lines)}</li>${closes}`;
    })
    .join("");
}

/** Untrusted text of one line, with its inline code. */
export function lineHtml(text: string): string {
  return readSpans(text)
    .map((span) => (span.code ? `<code>${encode(span.text)}</code>` : encode(span.text)))
    .join("");
}

/** Untrusted code as a block. */
function codeHtml(code: string): string {
  return `<pre><code>${encode(code.replace(/\n+$/, ""))}</code></pre>`;
}

function listOf(block: Block | undefined): "ul" | "ol" | null {
  if (block?.kind !== "item") return null;
  return block.marker === "-" ? "ul" : "ol";
}

function openList(marker: string): string {
  return marker === "-" ? "<ul>" : `<ol start="${Number.parseInt(marker, 10)}">`;
}

function linesHtml(lines: readonly string[]): string {
  return lines.map(lineHtml).join("<br>");
}
