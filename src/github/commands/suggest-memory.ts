import { ReviewError } from "../../domain/errors.ts";
import type { DecidedSource } from "../../record/memory/cases.ts";
import { type MemoryProposal, proposeMemory } from "../../record/memory/propose.ts";
import { memoryPath } from "../../record/memory/read-memory.ts";
import { redactAll } from "../../text/redact.ts";
import type { GitHub } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import {
  commitFile,
  describeProposal,
  lacksPermission,
  openProposal,
  type ProposalPlace,
  type ProposalState,
  readProposal,
  startBranch,
} from "../client/proposal.ts";
import {
  isOwnProposal,
  noCandidates,
  type ProposalAnswer,
  proposalAnswer,
  proposalBody,
  refusedProposal,
} from "./memory-proposal-text.ts";

const branch = "pr-debate/memory";
const title = "Remember what the team decided about findings";

/** Where to propose. `pushing` may write contents; it is the same client where one token does everything. */
export interface ProposalOn {
  readonly github: GitHub;
  readonly pushing: GitHub;
  readonly repo: string;
  readonly webUrl: string | null;
  /** Our keys and tokens, which the proposal must not hold. */
  readonly secrets: readonly string[];
}

/**
 * Proposes people's decisions for the memory of the repository, on one branch and in one pull request. A person asked for it, and a person merges
 * it. It is safe to repeat: all progress is on GitHub. Returns the answer to the person.
 */
export async function suggestMemory(
  on: ProposalOn,
  sources: readonly DecidedSource[],
  signal: AbortSignal,
): Promise<ProposalAnswer> {
  const place = { repo: on.repo, branch, path: memoryPath };
  const clean = sources.map((source) => ({
    ...source,
    cases: redactAll(source.cases, on.secrets),
    findings: redactAll(source.findings, on.secrets),
  }));
  try {
    const before = await readProposal(on.github, place, signal);
    const proposal = proposed(clean, before, on.webUrl);
    if (proposal.proposed.length === 0) return noCandidates(proposal.added);
    const obstacle = obstacleTo(place, before);
    if (obstacle !== null) return refusedProposal(obstacle, proposal.added);
    return await propose(on, { ...place, repo: before.repo }, { before, proposal }, signal);
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return refusedProposal(`${error.message} ${error.hint}`, { suggestions: [], left: [] });
  }
}

function proposed(
  sources: readonly DecidedSource[],
  { base, branch: own }: ProposalState,
  webUrl: string | null,
): MemoryProposal {
  const onBranch = own?.isAhead === true ? own.file.text : base.file.text;
  return proposeMemory(sources, { onBase: base.file.text, onBranch }, webUrl);
}

/** What a person has to clear up first. Commits of people are never dropped, and never proposed in our name. */
function obstacleTo({ path }: ProposalPlace, { branch: own, pull, closed }: ProposalState): string | null {
  if (own === null || !own.isAhead) return null;
  if (own.others.length > 0)
    return `The branch \`${branch}\` also changes files other than \`${path}\`: take those changes out of it, or delete the branch, then ask again.`;
  if (pull === null && closed !== null)
    return `Pull request #${closed} proposed the branch \`${branch}\` and is closed: delete the branch, then ask again.`;
  return null;
}

interface Step {
  readonly before: ProposalState;
  readonly proposal: MemoryProposal;
}

async function propose(on: ProposalOn, place: ProposalPlace, step: Step, signal: AbortSignal): Promise<ProposalAnswer> {
  const { proposal } = step;
  try {
    return await write(on, place, step, signal);
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isAmbiguous) throw error;
    // The branch is written before its pull request.
    const [permission, yourself] = error.message.startsWith("POST /repos/{owner}/{repo}/pulls: ")
      ? ["permission `pull-requests: write`", `open the pull request from the branch \`${branch}\` yourself`]
      : ["optional permission `contents: write`", `commit the items to \`${place.path}\` yourself`];
    const isMissing = lacksPermission(error);
    const why = isMissing
      ? `PR Debate may not write to this repository: it lacks the ${permission}, so ${yourself}.`
      : `GitHub refused the change to the branch \`${branch}\` or its pull request, so ${yourself}, or ask again.`;
    return refusedProposal(why, proposal.added, isMissing ? null : error.message);
  }
}

async function write(
  { pushing: github, webUrl }: ProposalOn,
  place: ProposalPlace,
  { before, proposal }: Step,
  signal: AbortSignal,
): Promise<ProposalAnswer> {
  const { base, branch: own, pull } = before;
  const { text, added } = proposal;
  const isFresh = own === null || !own.isAhead;
  if (text !== null) {
    if (isFresh && own?.sha !== base.sha) await startBranch(github, place, before, signal);
    const { blob } = isFresh ? base.file : own.file;
    const message = `docs(memory): propose ${added.suggestions.length} decisions of the team`;
    await commitFile(github, place, { text, blob, message }, signal);
  }
  const isOwn = pull !== null && isOwnProposal(pull.body);
  const body = proposalBody(proposal.proposed, webUrl, isOwn ? pull.body : "");
  if (pull === null) {
    const number = await openProposal(github, place, { base: base.ref, title, body }, signal);
    return proposalAnswer({ number, isNew: true, isOwn: true }, proposal, webUrl);
  }
  if (isOwn && pull.body !== body) await describeProposal(github, place.repo, { ...pull, body }, signal);
  return proposalAnswer({ number: pull.number, isNew: false, isOwn }, proposal, webUrl);
}
