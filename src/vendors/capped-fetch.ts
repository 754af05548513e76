import { ProviderError } from "../domain/provider.ts";
import { maxOutputBytes } from "./command-failures.ts";

/**
 * Fetch for a vendor's SDK that reads an answer whole and gives up on an endless one. The bytes are counted as they come out of the
 * decompression, in answers of success and of failure: a small compressed body can unfold to gigabytes.
 */
export function cappedFetch(name: string): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init);
    const { body, status, statusText, headers } = response;
    return body === null ? response : new Response(await readBody(body, name), { status, statusText, headers });
  };
}

/** Leaving the loop closes the connection. */
async function readBody(body: ReadableStream<Uint8Array>, name: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxOutputBytes) throw tooLong(name);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Final: whoever sends this much sends it again. */
function tooLong(name: string): ProviderError {
  return new ProviderError("final", `${name} sent more than ${maxOutputBytes / 1024 / 1024} MB.`);
}
