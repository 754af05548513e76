import type { Revision } from "../../domain/change.ts";
import { ReviewError } from "../../domain/errors.ts";
import {
  branchAt,
  commitOf,
  currentBranch,
  emptyTreeOf,
  mergeBaseOf,
  namedCommit,
  parentOf,
  readStanding,
  type Standing,
  twofoldNote,
  workflowBase,
} from "./commits.ts";
import { quotedPath } from "./errors.ts";
import { type Environment, git, runGit } from "./git.ts";
import type { Repository } from "./repository.ts";
import { copyIndex, diffText, type Scratch } from "./scratch.ts";
import { indexWorkingTree, textOfPath, unmergedPaths } from "./working-tree.ts";

/**
 * A finished comparison; `sentence` describes it for a reader. `mergeBase` is null before the first commit. `branch` is the
 * one whose head is compared, whatever it is compared with; null where HEAD is detached or the range names none.
 */
interface Compared {
  readonly base: Revision;
  readonly head: Revision;
  readonly mergeBase: string | null;
  readonly branch: string | null;
  readonly text: string;
  readonly sentence: string;
}

interface Session {
  readonly repository: Repository;
  readonly scratch: Scratch;
  readonly env: Environment;
  readonly onNote: (note: string) => void;
  readonly signal: AbortSignal;
}

const nothing: Revision = { ref: "empty tree", sha: "" };

/** The requested comparison: a range, the index, or by default the working tree against the default branch. */
export async function compare(
  session: Session,
  asked: { range?: string; staged?: boolean; workOnly?: boolean },
): Promise<Compared> {
  const { repository, onNote, signal } = session;
  if (asked.staged) return compareIndex(session);
  if (asked.range === undefined) return compareByDefault(session, asked.workOnly === true);
  const range = parseRevisions(asked.range);
  for (const side of new Set([range.base, range.head ?? range.base])) {
    const note = await twofoldNote(repository, side, signal);
    if (note !== null) onNote(note);
  }
  const base = await namedCommit(repository, range.base, signal);
  if (range.head === null) {
    const { sha } = await namedCommit(repository, "HEAD", signal);
    return compareWorkingTree(session, base, { head: sha, branch: await currentBranch(repository, signal) });
  }
  const head = await namedCommit(repository, range.head, signal);
  const branch = await branchAt(repository, range.head, signal);
  return { ...(await compareCommits(session, base, head)), branch };
}

async function compareIndex({ repository, scratch, signal }: Session): Promise<Compared> {
  await copyIndex(repository, scratch);
  const [unmerged] = await unmergedPaths(scratch, signal);
  if (unmerged !== undefined) {
    throw new ReviewError(
      `The index holds an unresolved merge conflict in ${quotedPath(textOfPath(unmerged))}.`,
      "Resolve it and run `git add`, or review the working tree without --staged.",
    );
  }
  const head = await commitOf(repository, "HEAD", signal);
  const text = await diffText(scratch, ["--cached", head ?? emptyTreeOf(repository)], signal);
  const base = head === null ? nothing : { ref: "HEAD", sha: head };
  const sentence = `${base.ref}...index: ${text === "" ? "nothing is staged" : "staged changes"}.`;
  const branch = await currentBranch(repository, signal);
  return { base, head: { ref: "index", sha: "" }, mergeBase: head, branch, text, sentence };
}

async function compareByDefault(session: Session, workOnly: boolean): Promise<Compared> {
  const { repository, scratch, onNote, signal } = session;
  const standing = await readStanding(repository, signal);
  const { head, branch } = standing;
  if (head === null) return { ...(await compareFirstFiles(session)), branch };
  if (branch === null) onNote(`HEAD is detached at ${head.slice(0, 7)}.`);
  const base = await baseHere(session, standing.base, workOnly);
  if (base === null) onNote("No default branch found (origin/HEAD, main, master): comparing with HEAD.");
  const compared = await compareWorkingTree(session, base ?? { ref: "HEAD", sha: head }, { head, branch });
  if (compared.text !== "" || workOnly) return compared;
  const parent = await parentOf(repository, head, signal);
  const sentence = `Nothing differs from ${compared.base.ref}: reviewing the last commit ${head.slice(0, 7)} instead.`;
  return {
    base: parent === null ? nothing : { ref: "HEAD~1", sha: parent },
    head: { ref: branch ?? "HEAD", sha: head },
    mergeBase: parent,
    branch,
    text: await diffText(scratch, [parent ?? emptyTreeOf(repository), head], signal),
    sentence,
  };
}

/** In a workflow nobody reads a note and picks another base, so a base that cannot be told ends a review there. */
async function baseHere(
  { repository, env, signal }: Session,
  base: Standing["base"],
  workOnly: boolean,
): Promise<Revision | null> {
  const isWorkflow = env["GITHUB_ACTIONS"] === "true" && !workOnly;
  const target = env["GITHUB_BASE_REF"]?.trim() ?? "";
  if (isWorkflow && target !== "") return workflowBase(repository, target, signal);
  if (base !== null || !isWorkflow) return base;
  throw new ReviewError(
    "This clone has no default branch to compare with (origin/HEAD, main, master), and GITHUB_BASE_REF is not set.",
    "Check out with fetch-depth: 0 and name the range, such as: pr-debate review origin/YOUR-BRANCH..HEAD",
  );
}

async function compareFirstFiles({ repository, scratch, onNote, signal }: Session): Promise<Omit<Compared, "branch">> {
  const leftOut = await indexWorkingTree(repository, scratch, onNote, signal);
  const text = (await diffText(scratch, [emptyTreeOf(repository)], signal)) + leftOut;
  if (text === "") {
    throw new ReviewError(
      `${quotedPath(repository.root)} has no commit and no files: there is nothing to review.`,
      "Add a file, or name another repository with --repo DIR.",
    );
  }
  const sentence = "No commit yet: reviewing all files of the working tree.";
  return { base: nothing, head: { ref: "working tree", sha: "" }, mergeBase: null, text, sentence };
}

async function compareWorkingTree(
  session: Session,
  base: Revision,
  { head: sha, branch }: { readonly head: string; readonly branch: string | null },
): Promise<Compared> {
  const { repository, scratch, onNote, signal } = session;
  const head = { ref: "HEAD", sha };
  const mergeBase = await mergeBaseOf(repository, base, head, signal);
  const leftOut = await indexWorkingTree(repository, scratch, onNote, signal);
  const text = (await diffText(scratch, [mergeBase], signal)) + leftOut;
  const isDirty = leftOut !== "" || (mergeBase === head.sha ? text !== "" : await differs(session, head.sha));
  const commits = await commitsBetween(session, mergeBase, head.sha);
  const parts = [...(commits === null ? [] : [commits]), ...(isDirty ? ["uncommitted files"] : [])];
  return {
    base,
    head: isDirty ? { ref: "working tree", sha: "" } : { ref: branch ?? "HEAD", sha },
    mergeBase,
    branch,
    text,
    sentence: `${base.ref}...working tree: ${parts.join(" and ") || "no difference"}.`,
  };
}

async function compareCommits(session: Session, base: Revision, head: Revision): Promise<Omit<Compared, "branch">> {
  const { repository, scratch, signal } = session;
  const mergeBase = await mergeBaseOf(repository, base, head, signal);
  const text = await diffText(scratch, [mergeBase, head.sha], signal);
  const commits = (await commitsBetween(session, mergeBase, head.sha)) ?? "no difference";
  const isReversed = mergeBase === head.sha && base.sha !== head.sha;
  const way = isReversed
    ? ` ${base.ref} has all of ${head.ref}: for the other way round write ${head.ref}..${base.ref}.`
    : "";
  return { base, head, mergeBase, text, sentence: `${base.ref}...${head.ref}: ${commits}.${way}` };
}

async function differs({ scratch, signal }: Session, from: string): Promise<boolean> {
  const parameters = ["diff", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--quiet", from, "--"];
  return (await runGit(scratch.place, parameters, { signal })).exitCode !== 0;
}

async function commitsBetween({ repository, signal }: Session, from: string, to: string): Promise<string | null> {
  if (from === to) return null;
  const count = Number(await git(repository.place, ["rev-list", "--count", `${from}..${to}`], { signal }));
  if (count === 0) return null;
  return count === 1 ? "1 commit" : `${count} commits`;
}

/** The two sides of `BASE..HEAD`; `head` null means the working tree. */
interface RevisionRange {
  readonly base: string;
  readonly head: string | null;
}

/**
 * Characters that no revision name holds, or that make git search (`:/text`), exclude (`^x`), or read a path
 * (`x:path`).
 */
const forbidden = /^[-^]|[\s\p{C}:?*[\\{}]/u;
const reflog = /@\{(?:u|upstream|push|-?\d+)\}/g;

/**
 * Reads `BASE..HEAD`, `BASE...HEAD` (both compare HEAD with the merge base; an empty side is HEAD), or one `REV`
 * (against the working tree). Throws `ReviewError` for text that git must not see.
 */
export function parseRevisions(argument: string): RevisionRange {
  const sides = argument.split(/\.{2,3}/);
  const [base, head] = sides;
  if (base === undefined || sides.length > 2 || sides.join("") === "" || argument.includes("....")) {
    throw new ReviewError(`${quotedPath(argument)} is not a range of revisions.`, usage);
  }
  for (const side of sides) checkRevision(side, argument);
  if (head === undefined) return { base, head: null };
  return { base: base || "HEAD", head: head || "HEAD" };
}

const usage = "Write BASE..HEAD, such as main..HEAD, or one revision, such as HEAD~3.";

function checkRevision(revision: string, argument: string): void {
  const bare = revision.replace(reflog, "");
  const odd = bare.match(forbidden)?.[0];
  if (odd === undefined) return;
  throw new ReviewError(
    `${quotedPath(argument)} is not a range of revisions: ${quotedPath(odd)} cannot be part of one.`,
    usage,
  );
}
