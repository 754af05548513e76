import type { Finding } from "../../domain/finding.ts";
import type { Annotation, CheckOperation, CheckOutput } from "../../domain/github/operation.ts";
import type { Review } from "../../domain/review.ts";
import { severities } from "../../domain/severity.ts";
import type { Beside } from "../../domain/state.ts";
import { adviceOf } from "../../report/advice.ts";
import { claimLine, otherClaims } from "../../report/claims.ts";
import { topologyOf } from "../../report/facts.ts";
import { reports } from "../../report/index.ts";
import { absenceOf, countsOf, ranked } from "../../report/view.ts";
import { markdown, markdownLine } from "../../text/markdown.ts";
import { redactAll } from "../../text/redact.ts";
import { cutCharacters, fence, plain, visible } from "../../text/text.ts";
import type { Limits } from "./marker.ts";
import { worstOf } from "./other-run.ts";
import { redactedReview } from "./redacted.ts";

/** GitHub's limits (REST docs, "Check runs"): a title of 255 characters, 64 KB a message. */
const longestTitle = 255;
const longestMessage = 16_000;

/**
 * The check of a review: annotations in batches that append, and the conclusion with the last batch. Annotations of a
 * killed run are skipped.
 */
export function checkOperations(
  review: Review,
  beside: Beside,
  limits: Omit<Limits, "inline">,
  options: { readonly version: string; readonly alreadyAnnotated: number },
): CheckOperation[] {
  const { annotationsPerRequest } = limits;
  const { conclusion, title, from } = review.result === "superseded" ? own(review) : worstOf(review, beside);
  const shown = from === null ? title : `#${from}, which has the same head: ${title}`;
  const output = outputOf(review, cutCharacters(plain(shown), longestTitle), from, limits, options.version);
  const left = annotationsOf(review).slice(options.alreadyAnnotated);
  const batches = Array.from({ length: Math.max(1, Math.ceil(left.length / annotationsPerRequest)) }, (_, index) =>
    left.slice(index * annotationsPerRequest, (index + 1) * annotationsPerRequest),
  );
  const last = batches.pop() ?? [];
  return [
    ...batches.map((annotations): CheckOperation => ({ kind: "annotate-check", output, annotations })),
    { kind: "conclude-check", conclusion, output, annotations: last },
  ];
}

function own({ conclusion, title }: Review) {
  return { conclusion, title, from: null };
}

function outputOf(
  review: Review,
  title: string,
  from: number | null,
  limits: Omit<Limits, "inline">,
  version: string,
): CheckOutput {
  const { result, findings } = review;
  const counts = severities.map(
    (name) => `${name.toLowerCase()}=${findings.filter((one) => one.severity === name).length}`,
  );
  const machine = `<!-- pr-debate ${counts.join(" ")} result=${result} -->`;
  const text = reports.markdown(review, { version, limit: limits.checkCharacters - machine.length - 2 });
  return { title, summary: summaryOf(review, from, limits.checkCharacters), text: `${text}\n${machine}` };
}

const mostTitles = 20;

/**
 * Drops titles until the rest fits. It cuts raw words, never formatted text, because half a code span would let its
 * content act.
 */
function summaryOf(review: Review, from: number | null, limit: number): string {
  const { reason, findings } = review;
  const topology = topologyOf(review);
  const head = [
    from === null
      ? ""
      : `The verdict of pull request ${from} is worse and counts here: a check belongs to a commit. The verdict of this pull request:`,
    markdown(cutCharacters(reason, 4_000)),
    ...adviceOf(review).map((advice) => `**${markdownLine(cutCharacters(advice, 1_000))}**`),
    findings.length === 0 ? markdownLine(absenceOf(review)) : countsOf(findings),
    topology === null ? "" : `**Topology:** ${markdownLine(cutCharacters(topology, 1_000))}`,
  ].filter((part) => part !== "");
  for (let kept = Math.min(mostTitles, findings.length); kept >= 0; kept -= 1) {
    const titles = ranked(findings)
      .slice(0, kept)
      .map(({ severity, title }) => `- **${severity}** ${markdownLine(title)}`);
    const left = findings.length - kept;
    const rest = left === 0 ? "" : `_… and ${left} more below._`;
    const summary = [...head, titles.join("\n"), rest].filter((part) => part !== "").join("\n\n");
    if (summary.length <= limit) return summary;
  }
  return "Cut to fit: the details have everything.";
}

/** Every finding with lines on the head side, worst first. Annotations are plain text and show no Markdown. */
function annotationsOf({ findings }: Review): Annotation[] {
  return ranked(findings).flatMap((finding) => {
    const { path, line, startLine, side, severity, title, status } = finding;
    if (line === null || side !== "RIGHT") return [];
    const state = status === "disputed" ? " (disputed, needs a human)" : "";
    return [
      {
        path,
        start_line: startLine ?? line,
        end_line: line,
        annotation_level: levels[severity],
        title: cutCharacters(plain(`${severity}: ${title}${state}`), longestTitle),
        message: cutCharacters(visible(messageOf(finding)), longestMessage) || "(no detail)",
      },
    ];
  });
}

const levels = { P0: "failure", P1: "warning", P2: "notice" } as const;

function messageOf(finding: Finding): string {
  const { detail, failurePath, fix, rule } = finding;
  const others = otherClaims(finding).claims.map((claim) => `Also here: ${claimLine(claim)}`);
  const parts = [
    detail,
    ...others,
    failurePath ? `How it fails: ${failurePath}` : "",
    fix ? `Fix: ${fix}` : "",
    rule ? `Rule: ${rule}` : "",
  ];
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}

const shownLines = 100;

/** The check's text while its review runs: progress lines with seats, steps and counts. */
export function progressOutput(
  lines: readonly string[],
  { checkCharacters }: Pick<Limits, "checkCharacters">,
): CheckOutput {
  const last = lines.slice(-shownLines).map((line) => line.slice(0, 300));
  const left = lines.length - last.length;
  const text = last.length === 0 ? "" : fence([...(left > 0 ? [`… ${left} earlier lines`] : []), ...last].join("\n"));
  return {
    title: "The review is running",
    summary:
      "Several reviewers read this change, each on its own, then judge each other's findings. Nothing is decided yet.",
    text: text.slice(0, checkCharacters),
  };
}

/**
 * The check's text from the moment its review reads people's decisions for the last time. A command that finds this check
 * in progress waits for its end, because the review may have read before the decision was written.
 */
export const closingOutput: CheckOutput = {
  title: "The review is writing its result",
  summary: "The seats have finished. The comments and the verdict follow within seconds.",
  text: "",
};

export function isClosing({
  isCompleted,
  title,
}: {
  readonly isCompleted: boolean;
  readonly title: string | null;
}): boolean {
  return !isCompleted && title === closingOutput.title;
}

export interface PublicationContext {
  readonly version: string;
  /** Values that must not appear in anything published. */
  readonly secrets: readonly string[];
}

/** The check's end: every located finding as an annotation, and the conclusion that counts for this commit. */
export function planCheck(
  review: Review,
  beside: Beside,
  limits: Omit<Limits, "inline">,
  { version, secrets }: PublicationContext,
  alreadyAnnotated: number,
): ReturnType<typeof checkOperations> {
  const clean = redactAll(beside, secrets);
  return checkOperations(redactedReview(review, secrets), clean, limits, { version, alreadyAnnotated });
}
