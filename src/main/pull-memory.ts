import type { ProposalAnswer } from "../commands/memory-proposal-text.ts";
import { suggestMemory } from "../commands/suggest-memory.ts";
import { clientFor, type GitHubAccess } from "../github/client.ts";
import type { DecidedSource } from "../memory/cases.ts";
import { readDecided } from "../run/read-decided.ts";

/** What people decided on one pull request. */
export async function decidedOn(
  access: GitHubAccess,
  pull: Parameters<typeof readDecided>[1],
  signal: AbortSignal,
): Promise<DecidedSource[]> {
  return [await readDecided(access, pull, signal)];
}

interface Asked {
  readonly repo: string;
  readonly sources: readonly DecidedSource[];
  readonly secrets: readonly string[];
}

/** Proposes it in a pull request of the repository, as the App and the Action do. */
export async function publishProposal(
  access: GitHubAccess,
  { repo, sources, secrets }: Asked,
  signal: AbortSignal,
): Promise<ProposalAnswer> {
  const github = clientFor(access);
  const { webUrl = null } = access.github;
  return suggestMemory({ github, pushing: github, repo, webUrl, secrets }, sources, signal);
}
