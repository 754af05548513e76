import { withFixed } from "../decisions/argue.ts";
import { type HearingResult, nothingNew } from "../decisions/hearing.ts";
import { isBlocking } from "../decisions/standing.ts";
import type { Finding } from "../domain/finding.ts";
import type { State } from "../domain/state.ts";
import { GitHubError } from "../github/errors.ts";
import { readMergeBase } from "../github/pull-request.ts";
import { type Verified, verifiedText } from "../publication/hearing-reply.ts";
import { findAgain } from "../review/hearing/reopen.ts";
import type { Prepared, ReviewPorts } from "../review/prepare.ts";
import type { PullRequestContext } from "./context.ts";

interface Claim {
  /** The commit that is said to have fixed it, as it was written; `found` is the one that the finding was found on. */
  readonly sha: string;
  readonly finding: Finding;
  readonly state: State;
  readonly found: string;
  /** False of a claim by somebody who wrote the change. */
  readonly mayUnblock: boolean;
}

/** A "fixed in" is looked up in the code and in the history; nobody is believed, and no model asked. */
export async function verifyClaim(
  scene: PullRequestContext,
  claim: Claim,
  prepared: Prepared,
  eye: ReviewPorts,
  signal: AbortSignal,
): Promise<HearingResult> {
  const { finding } = claim;
  const result = await verified(scene, claim, prepared, eye, signal);
  const isFixed = result.kind === "gone";
  return {
    ...nothingNew,
    kind: "heard",
    text: verifiedText(result, scene.pull.head.sha),
    end: isFixed ? "resolve" : "leave",
    severity: finding.severity,
    apply: (state) => (isFixed ? withFixed(state, finding) : state),
    isSaid: false,
  };
}

async function verified(
  scene: PullRequestContext,
  { sha, finding, state, found, mayUnblock }: Claim,
  prepared: Prepared,
  eye: ReviewPorts,
  signal: AbortSignal,
): Promise<Verified> {
  const { pull } = scene;
  if ((await isUpTo(scene, sha, pull.head.sha, signal)) !== true) return { kind: "foreign", sha };
  const standing = findAgain(finding, prepared, eye);
  if (standing !== undefined) return { kind: "stands", sha, path: standing.place.path, line: standing.place.line };
  const isOlder = await isUpTo(scene, sha, found, signal);
  if (isOlder !== false) return { kind: isOlder === null ? "unknown" : "older", sha, found };
  if (!isReadable(finding, prepared)) return { kind: "unread", sha, path: finding.path };
  // Code that is only respaced is gone too, so an author's claim settles nothing that blocks.
  const isHeld = !mayUnblock && isBlocking(finding, state.grounds?.blockOn ?? "P0");
  return { kind: isHeld ? "own" : "gone", sha };
}

/** Whether a commit is the other one or before it; null where GitHub does not know them. */
async function isUpTo(
  { github, pull }: PullRequestContext,
  commit: string,
  other: string,
  signal: AbortSignal,
): Promise<boolean | null> {
  try {
    return (await readMergeBase(github, pull.repo, commit, other, signal)).startsWith(commit);
  } catch (error) {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}

/** Code that was not read is not gone: neither in a file that GitHub gave no text of, nor in one that its list may leave out. */
function isReadable({ path }: Finding, { change }: Prepared): boolean {
  const file = change.files.find((one) => one.path === path || one.previousPath === path);
  if (file === undefined) return change.files.every(({ unreviewed }) => unreviewed === undefined);
  // All of a file that the change adds or removes stands in its diff.
  const isWhole = file.status === "added" || file.status === "removed" || typeof file.headText === "string";
  return file.unreviewed === undefined && isWhole;
}
