import { OtherRepository, ReviewError } from "../domain/errors.ts";
import { cutCharacters, plain } from "../text/text.ts";

/** A failed request. `status` is null without an answer. `isAmbiguous`: the write may have happened anyway. */
export class GitHubError extends ReviewError {
  readonly status: number | null;
  readonly isAmbiguous: boolean;
  constructor(message: string, hint: string, outcome: { status: number | null; isAmbiguous: boolean }) {
    super(message, hint);
    this.status = outcome.status;
    this.isAmbiguous = outcome.isAmbiguous;
  }
}

const hints: Readonly<Record<number, string>> = {
  401: "The token is wrong or has expired; give the step a valid github-token.",
  403: "Give the token the permissions of docs/github-api.md: contents: read, pull-requests: write, issues: write, checks: write.",
  404: "Check the name, and that the token may read the repository.",
  422: "GitHub refused the content of the request; please report it.",
  429: "GitHub's rate limit is used up; run again later.",
};

const page =
  "A proxy or firewall answered, not GitHub: let it pass GITHUB_API_URL, or set HTTPS_PROXY and NO_PROXY for it.";
const outage = "Run again; GitHub's status page lists outages.";

function hintFor(status: number, isPage: boolean): string {
  return isPage && status < 500 ? page : (hints[status] ?? outage);
}

/** " at https://api.github.com": where the request went, without its path. */
function addressOf(error: Error): string {
  const request: unknown = "request" in error ? error.request : null;
  const url = typeof request === "object" && request !== null && "url" in request ? String(request.url) : "";
  return URL.canParse(url) ? ` at ${new URL(url).origin}` : "";
}

/** Any failure of a request as one sentence without header, token or query string (H77). */
export function githubErrorOf(error: unknown, request: string, tokens: readonly string[]): unknown {
  if (
    error instanceof GitHubError ||
    error instanceof OtherRepository ||
    !(error instanceof Error) ||
    error.name === "AbortError"
  )
    return error;
  const status = "status" in error && typeof error.status === "number" ? error.status : null;
  // Octokit reports a broken connection as status 500 without a response.
  const isAnswered = "response" in error && error.response !== undefined;
  const isAmbiguous = !isAnswered || (status ?? 500) >= 500;
  const isPage = isAnswered && /^\s*"?</.test(error.message);
  const message = tokens.reduce((text, token) => text.replaceAll(token, "[redacted]"), error.message);
  const said = isPage ? "an HTML page" : cutCharacters(plain(message.replace(/\?\S*/g, "")), 300);
  const answer = isAnswered ? `GitHub answered ${status}` : `GitHub${addressOf(error)} gave no answer`;
  const hint = isAnswered ? hintFor(status ?? 0, isPage) : `Check GITHUB_API_URL and the network. ${outage}`;
  return new GitHubError(`${request}: ${answer}: ${said}`, hint, { status: isAnswered ? status : null, isAmbiguous });
}

/** Whether the token lacks a permission: 403, or 404 for a thing that the token may not even see. */
export function isRefused(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 403 || error.status === 404);
}
