import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/core";
import type { Credential } from "../domain/run.ts";
import { githubErrorOf } from "./errors.ts";
import { ownerAndRepo } from "./repository.ts";

/** An App's identity, and what it may ask tokens for. */
export interface AppIdentity {
  readonly appId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly apiUrl: string;
}

interface TokenUse {
  readonly isWrite: boolean;
  readonly isRenewed: boolean;
}

export interface AppTokens {
  /** A token about the App itself, good for ten minutes. */
  readonly appToken: () => Promise<string>;
  /** Reads an installation's list of repositories, and nothing else. */
  readonly installationToken: (installation: string) => Promise<string>;
  /** For one repository: what reads gets no right to write. `isRenewed`: not the one that is remembered. */
  readonly tokenFor: (installation: string, repo: string, use: TokenUse) => Promise<string>;
  readonly issued: () => readonly string[];
}

const reading = {
  metadata: "read",
  contents: "read",
  issues: "read",
  pull_requests: "read",
  checks: "read",
} as const;
const writing = { ...reading, issues: "write", pull_requests: "write", checks: "write" } as const;
/** A token lives an hour; one with less than this left is not started with. */
const leastLeftMs = 10 * 60_000;
const mostRemembered = 500;

/** Installation tokens of an App, each for one repository and as weak as its use allows (github.md §3.7), made anew before they run out. */
export function appTokens({ appId, privateKey, apiUrl }: AppIdentity): AppTokens {
  const { request } = new Octokit({ baseUrl: apiUrl, request: { timeout: 30_000 } });
  const auth = createAppAuth({ appId, privateKey, request });
  const issued = new Set<string>();

  async function installationAuth(options: {
    readonly installationId: number;
    readonly repositoryNames?: string[];
    readonly permissions: Record<string, string>;
    readonly refresh?: boolean;
  }): Promise<string> {
    const asked = { type: "installation", ...options } as const;
    try {
      const known = await auth(asked);
      const isFresh = Date.parse(known.expiresAt) - Date.now() > leastLeftMs;
      return remember(isFresh ? known.token : (await auth({ ...asked, refresh: true })).token);
    } catch (error) {
      throw githubErrorOf(error, "POST /app/installations/{installation_id}/access_tokens", [...issued]);
    }
  }

  /** Kept so that they can be redacted: the oldest have long run out. */
  function remember(token: string): string {
    issued.delete(token);
    issued.add(token);
    for (const oldest of issued) {
      if (issued.size <= mostRemembered) break;
      issued.delete(oldest);
    }
    return token;
  }

  return {
    appToken: async () => (await auth({ type: "app" })).token,
    installationToken: (installation) =>
      installationAuth({ installationId: Number(installation), permissions: { metadata: "read" } }),
    tokenFor: (installation, repo, { isWrite, isRenewed }) =>
      installationAuth({
        installationId: Number(installation),
        repositoryNames: [ownerAndRepo(repo).repo],
        permissions: isWrite ? writing : reading,
        refresh: isRenewed,
      }),
    issued: () => [...issued],
  };
}

/** GitHub counts what an installation does, whichever of its repositories it is about. */
export function identityOf(installation: string): string {
  return `installation ${installation}`;
}

/** A run's credential: tokens for its one repository. */
export function credentialFor(
  tokens: AppTokens,
  { installation, repo }: { readonly installation: string; readonly repo: string },
  mayWrite: Credential["mayWrite"],
): Credential {
  return {
    identity: identityOf(installation),
    tokenFor: (isWrite) => tokens.tokenFor(installation, repo, { isWrite, isRenewed: false }),
    renewedFor: (isWrite) => tokens.tokenFor(installation, repo, { isWrite, isRenewed: true }),
    mayWrite,
    issued: tokens.issued,
  };
}
