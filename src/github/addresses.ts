import { ReviewError } from "../domain/errors.ts";

export interface Addresses {
  readonly apiUrl: string;
  readonly graphqlUrl: string;
}

const publicApi = "https://api.github.com";

/** GitHub's addresses as the environment names them, without a slash at the end. */
export function addressesIn(env: Readonly<Record<string, string | undefined>>): Addresses {
  const apiUrl = addressOf(env, "GITHUB_API_URL", publicApi);
  return { apiUrl, graphqlUrl: addressOf(env, "GITHUB_GRAPHQL_URL", graphqlFor(apiUrl)) };
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
