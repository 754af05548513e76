import { z } from "zod";

const requestTimeoutMs = 30_000;
/** Statuses of success whose answers need not have a body. */
const bodiless = [202, 204, 205];
const Content = z.union([z.looseObject({}), z.array(z.unknown())]);

/**
 * Fetch with a time limit, for Octokit. An answer counts only whole: Octokit would give an empty text for a success whose body broke off,
 * and that looks like an empty list. Here it is a broken connection, so reads are repeated and writes looked for.
 */
export async function fetchWhole(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    const response = await fetch(url, { ...init, signal });
    return response.ok && !bodiless.includes(response.status) ? await whole(response) : response;
  } catch (error) {
    // Octokit passes this one name on and repeats everything else.
    throw init.signal?.aborted === true ? new DOMException("interrupted", "AbortError") : error;
  }
}

async function whole(response: Response): Promise<Response> {
  const text = await response.text();
  const { status, statusText, headers } = response;
  if (!isContent(text)) throw new Error(`the answer with status ${status} broke off or is no JSON`);
  return new Response(text, { status, statusText, headers });
}

function isContent(text: string): boolean {
  try {
    return Content.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
