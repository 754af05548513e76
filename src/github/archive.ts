import { Readable } from "node:stream";
import { z } from "zod";
import { messageOf } from "../domain/errors.ts";
import type { GitHub } from "./client.ts";
import { GitHubError } from "./errors.ts";
import { ownerAndRepo, read, unreadable } from "./requests.ts";

const route = "GET /repos/{owner}/{repo}/tarball/{ref}";
const Redirect = z.object({ location: z.url({ protocol: /^https?$/ }) });

/**
 * The gzipped tar archive of a commit, as a stream. GitHub redirects to an address that carries its own short-lived
 * token: the program's token is not sent there, and the address is in no message.
 */
export async function downloadArchive(
  github: GitHub,
  { repo, sha }: { readonly repo: string; readonly sha: string },
  signal: AbortSignal,
): Promise<Readable> {
  const { headers } = await github.request(route, {
    ...ownerAndRepo(repo),
    ref: sha,
    request: { signal, redirect: "manual" },
  });
  const { location } = read(Redirect, headers, route);
  const response = await fetch(location, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw broken(`gave no answer (${messageOf(error)})`, null);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw broken(`answered ${response.status}`, response.status);
  }
  if (response.body === null) throw unreadable(route, "the archive is empty");
  return Readable.from(response.body);
}

function broken(what: string, status: number | null): GitHubError {
  const message = `${route}: the server of GitHub's archives ${what}.`;
  return new GitHubError(message, "Run again; GitHub's status page lists outages.", { status, isAmbiguous: false });
}
