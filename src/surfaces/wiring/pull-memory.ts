import { clientFor, type GitHubAccess } from "../../github/client/client.ts";
import type { ProposalAnswer } from "../../github/commands/memory-proposal-text.ts";
import { suggestMemory } from "../../github/commands/suggest-memory.ts";
import type { DecidedSource } from "../../record/memory/cases.ts";

interface Asked {
  readonly repo: string;
  readonly sources: readonly DecidedSource[];
  readonly secrets: readonly string[];
}

/** Proposes what people decided in a pull request of the repository, as the App and the Action do. */
export async function publishProposal(
  access: GitHubAccess,
  { repo, sources, secrets }: Asked,
  signal: AbortSignal,
): Promise<ProposalAnswer> {
  const github = clientFor(access);
  const { webUrl = null } = access.github;
  return suggestMemory({ github, pushing: github, repo, webUrl, secrets }, sources, signal);
}
