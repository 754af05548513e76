import type { Finding } from "../domain/finding.ts";
import type { State } from "../domain/publication.ts";
import type { Review } from "../domain/review.ts";
import { redact, redactAll } from "../text.ts";

/** A review as it may be published. Where its findings stand is no secret, and GitHub takes a comment for the true path only. */
export function redactedReview(review: Review, secrets: readonly string[]): Review {
  const clean = redactAll(review, secrets);
  return { ...clean, change: review.change, findings: placed(clean.findings, review.findings) };
}

/** What the next run reads: words without secrets, and untouched whatever it compares: ids, paths, shas, and quotes line by line. */
export function redactedState(state: State, secrets: readonly string[]): State {
  const { head, base, fingerprint, posted, paths } = state;
  const clean = redactAll(state, secrets);
  const findings = placed(clean.findings, state.findings).map((finding, index) => {
    return { ...finding, quote: redactedQuote(state.findings[index]?.quote ?? "", secrets) };
  });
  return { ...clean, head, base, fingerprint, posted, paths, findings };
}

function placed(clean: readonly Finding[], given: readonly Finding[]): Finding[] {
  return clean.map((finding, index) => {
    const { id = finding.id, path = finding.path } = given[index] ?? {};
    return { ...finding, id, path };
  });
}

/** A secret over several lines would swallow the lines of the quote; then the longest line that it leaves alone speaks for it. */
function redactedQuote(quote: string, secrets: readonly string[]): string {
  const lines = quote.split("\n");
  const each = lines.map((line) => redact(line, secrets)).join("\n");
  const whole = redact(quote, secrets);
  if (whole === each) return each;
  const left = whole.split("\n").filter((line) => lines.includes(line));
  return left.sort((one, other) => other.trim().length - one.trim().length)[0] ?? whole;
}
