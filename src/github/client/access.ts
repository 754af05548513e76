import { ReviewError } from "../../domain/errors.ts";

export interface Addresses {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** Where people see pull requests; null if it is unknown. */
  readonly webUrl: string | null;
}

const publicApi = "https://api.github.com";

/** GitHub's addresses as the environment names them, without a slash at the end. */
export function addressesIn(env: Readonly<Record<string, string | undefined>>): Addresses {
  const apiUrl = addressOf(env, "GITHUB_API_URL", publicApi);
  return {
    apiUrl,
    graphqlUrl: addressOf(env, "GITHUB_GRAPHQL_URL", graphqlFor(apiUrl)),
    webUrl: env["GITHUB_SERVER_URL"] ? addressOf(env, "GITHUB_SERVER_URL", "") : webFor(apiUrl),
  };
}

/** The pages of an Enterprise server are on the host of its API, and those of GitHub's clouds on the host without `api.`. */
function webFor(apiUrl: string): string | null {
  if (apiUrl.endsWith("/api/v3")) return apiUrl.slice(0, -"/api/v3".length);
  return /^https:\/\/api\.(?:github\.com|[\w-]+\.ghe\.com)$/.test(apiUrl) ? apiUrl.replace("//api.", "//") : null;
}

/** An Enterprise server has REST at `/api/v3` and GraphQL at `/api/graphql`. */
function graphqlFor(apiUrl: string): string {
  return apiUrl.endsWith("/api/v3") ? apiUrl.replace(/\/v3$/, "/graphql") : `${apiUrl}/graphql`;
}

function addressOf(env: Readonly<Record<string, string | undefined>>, name: string, otherwise: string): string {
  const url = (env[name] || otherwise).replace(/\/+$/, "");
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new ReviewError(`${name} is "${url}".`, `Give a web address, such as ${publicApi}, or unset it.`);
}

/** An App's tokens: short-lived, and with only the permissions that each request needs. */
export interface Credential {
  /** GitHub counts requests of one identity together. */
  readonly identity: string;
  /** A token that stays valid for a while. */
  readonly tokenFor: (isWrite: boolean) => Promise<string>;
  /** Replaces a token that GitHub refused early: it was revoked, or this machine's clock is wrong. */
  readonly renewedFor?: (isWrite: boolean) => Promise<string>;
  /** Called before each write. Throws when another run has taken over and this one may no longer write (fencing). */
  readonly mayWrite: () => Promise<void>;
  /** Every token handed out so far, so that none appears in anything published. */
  readonly issued: () => readonly string[];
}
