import { ReviewError } from "../domain/errors.ts";
import { clientFor, type GitHub } from "../github/client.ts";
import { GitHubError } from "../github/errors.ts";
import {
  commitFile,
  describeProposal,
  lacksPermission,
  openProposal,
  type ProposalPlace,
  type ProposalState,
  readProposal,
  startBranch,
} from "../github/proposal.ts";
import type { DecidedSource } from "../memory/cases.ts";
import { type MemoryProposal, proposeMemory } from "../memory/propose.ts";
import { memoryPath } from "../memory/read-memory.ts";
import { ownSecrets } from "../run/options.ts";
import { redactAll } from "../text/redact.ts";
import type { PullRequestContext } from "./context.ts";
import { isOwnProposal, noCandidates, proposalAnswer, proposalBody, refusedProposal } from "./memory-proposal-text.ts";

const branch = "pr-debate/memory";
const title = "Remember what the team decided about findings";

/**
 * Proposes people's decisions for the memory of the repository, on one branch and in one pull request. A person asked for it, and a person merges
 * it. It is safe to repeat: all progress is on GitHub. Returns the answer to the person.
 */
export async function suggestMemory(
  { github, given, options }: PullRequestContext,
  sources: readonly DecidedSource[],
  signal: AbortSignal,
): Promise<string> {
  const place = { repo: given.repo, branch, path: memoryPath };
  const pushing = options.pushing === undefined ? github : clientFor({ ...options, github: options.pushing });
  const clean = sources.map((source) => ({
    ...source,
    cases: redactAll(source.cases, ownSecrets(options)),
    findings: redactAll(source.findings, ownSecrets(options)),
  }));
  try {
    const before = await readProposal(github, place, signal);
    const proposal = proposed(clean, before);
    if (proposal.proposed.length === 0) return noCandidates(proposal.added);
    const obstacle = obstacleTo(place, before);
    if (obstacle !== null) return refusedProposal(obstacle, proposal.added);
    return await propose(pushing, place, { before, proposal }, signal);
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return `${error.message} ${error.hint}`;
  }
}

function proposed(sources: readonly DecidedSource[], { base, branch: own }: ProposalState): MemoryProposal {
  const onBranch = own?.isAhead === true ? own.file.text : base.file.text;
  return proposeMemory(sources, { onBase: base.file.text, onBranch });
}

/** What a person has to clear up first. Commits of people are never dropped, and never proposed in our name. */
function obstacleTo({ path }: ProposalPlace, { branch: own, pull, closed }: ProposalState): string | null {
  if (own === null || !own.isAhead) return null;
  if (own.others.length > 0)
    return `The branch \`${branch}\` also changes other files than \`${path}\`: take those changes out of it, or delete the branch, then ask again.`;
  if (pull === null && closed !== null)
    return `Pull request #${closed} proposed the branch \`${branch}\` and is closed: delete the branch, then ask again.`;
  return null;
}

interface Step {
  readonly before: ProposalState;
  readonly proposal: MemoryProposal;
}

async function propose(github: GitHub, place: ProposalPlace, step: Step, signal: AbortSignal): Promise<string> {
  const { proposal } = step;
  try {
    return await write(github, place, step, signal);
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isAmbiguous) throw error;
    const why = lacksPermission(error)
      ? `PR Debate may not write to this repository: it lacks the optional permission \`contents: write\`, so commit the items below to \`${place.path}\` yourself.`
      : `GitHub refused the change of the branch \`${branch}\` or its pull request, so commit the items below to \`${place.path}\` yourself, or ask again.`;
    return refusedProposal(why, proposal.added, lacksPermission(error) ? null : error.message);
  }
}

async function write(
  github: GitHub,
  place: ProposalPlace,
  { before, proposal }: Step,
  signal: AbortSignal,
): Promise<string> {
  const { base, branch: own, pull } = before;
  const { text, added } = proposal;
  const isFresh = own === null || !own.isAhead;
  if (text !== null) {
    if (isFresh && own?.sha !== base.sha) await startBranch(github, place, before, signal);
    const { blob } = isFresh ? base.file : own.file;
    const message = `docs(memory): propose ${added.suggestions.length} decisions of the team`;
    await commitFile(github, place, { text, blob, message }, signal);
  }
  const body = proposalBody(proposal.proposed);
  if (pull === null) {
    const number = await openProposal(github, place, { base: base.ref, title, body }, signal);
    return proposalAnswer({ number, isNew: true, isOwn: true }, proposal);
  }
  const isOwn = isOwnProposal(pull.body);
  if (isOwn && pull.body !== body) await describeProposal(github, place.repo, { ...pull, body }, signal);
  return proposalAnswer({ number: pull.number, isNew: false, isOwn }, proposal);
}
