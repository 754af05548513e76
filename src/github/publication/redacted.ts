import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import type { State } from "../../domain/state.ts";
import { redact, redactAll } from "../../text/redact.ts";

/** A review that may be published. Places are not redacted, because GitHub takes a comment only for the true path. */
export function redactedReview(review: Review, secrets: readonly string[]): Review {
  const clean = redactAll(review, secrets);
  return { ...clean, change: review.change, findings: redactedFindings(review.findings, secrets) };
}

/**
 * The content for the next run: words without secrets, and unchanged data for comparison: ids, paths, shas, and quotes
 * line by line.
 */
export function redactedState(state: State, secrets: readonly string[]): State {
  const { head, base, fingerprint, posted, paths } = state;
  const clean = redactAll(state, secrets);
  const findings = redactedFindings(state.findings, secrets);
  const fixed = state.fixed === undefined ? {} : { fixed: redactedFindings(state.fixed, secrets) };
  const ids = state.ends?.newest.map(({ id }) => id) ?? [];
  const newest = clean.ends?.newest.map((end, index) => ({ ...end, id: ids[index] ?? end.id })) ?? [];
  const ends = clean.ends === undefined ? {} : { ends: { ...clean.ends, newest } };
  return { ...clean, head, base, fingerprint, posted, paths, findings, ...fixed, ...ends };
}

function redactedFindings(findings: readonly Finding[], secrets: readonly string[]): Finding[] {
  return findings.map((finding) => {
    const { id, path } = finding;
    const clean = redactAll(finding, secrets);
    const alsoReported = clean.alsoReported.map((claim, index) => {
      const at = finding.alsoReported[index]?.at;
      return at === undefined ? claim : { ...claim, at: { ...at, quote: redactedQuote(at.quote, secrets) } };
    });
    return { ...clean, id, path, quote: redactedQuote(finding.quote, secrets), alsoReported };
  });
}

/** A secret over several lines would replace the lines of the quote. Then the longest unaffected line represents it. */
function redactedQuote(quote: string, secrets: readonly string[]): string {
  const lines = quote.split("\n");
  const each = lines.map((line) => redact(line, secrets)).join("\n");
  const whole = redact(quote, secrets);
  if (whole === each) return each;
  const left = whole.split("\n").filter((line) => lines.includes(line));
  return left.sort((one, other) => other.trim().length - one.trim().length)[0] ?? whole;
}
