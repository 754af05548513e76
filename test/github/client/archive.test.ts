import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { downloadArchive } from "../../../src/github/client/base-files.ts";
import { githubClient } from "../../../src/github/client/client.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const sha = "a".repeat(40);
const { signal } = new AbortController();

function download(apiUrl: string, patience?: Parameters<typeof downloadArchive>[3]) {
  const options = { token: "sesame", apiUrl, graphqlUrl: `${apiUrl}/graphql`, version: "0", onNote: () => undefined };
  return downloadArchive(
    githubClient({ ...options, deadlineMs: () => 0 }),
    { repo: "owner/shop", sha },
    signal,
    patience,
  );
}

test("the archive is streamed from the address that GitHub names, without the program's token", async () => {
  const seen: IncomingMessage[] = [];
  const archives = await serve((request, response) => {
    seen.push(request);
    response.end(Buffer.from([0x1f, 0x8b, 0xff, 0x00]));
  });
  const api = await serve((request, response) => {
    seen.push(request);
    response.writeHead(302, { location: `${archives}/legacy.tar.gz?key=short` }).end();
  });
  const parts: Buffer[] = [];
  for await (const part of await download(api)) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts)).toEqual(Buffer.from([0x1f, 0x8b, 0xff, 0x00]));
  expect(seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    [`/repos/owner/shop/tarball/${sha}`, "token sesame"],
    ["/legacy.tar.gz?key=short", undefined],
  ]);
});

test.each([
  ["a repository that is not there", 404, {}, "GitHub answered 404"],
  ["a redirect without an address", 302, {}, "the answer does not have the documented form"],
  ["a redirect to a file", 302, { location: "file:///etc/passwd" }, "the answer does not have the documented form"],
])("%s is an error that says so", async (_, status, headers, sentence) => {
  const api = await serve((_request, response) => response.writeHead(status, headers).end());
  await expect(download(api)).rejects.toThrow(sentence);
});

test("an archive that is refused is an error without its address", async () => {
  const archives = await serve((_request, response) => response.writeHead(403).end("no"));
  const location = `${archives}/legacy.tar.gz?key=short`;
  const api = await serve((_request, response) => response.writeHead(302, { location }).end());
  const error: unknown = await download(api).catch((reason: unknown) => reason);
  expect(String(error)).toContain("answered 403");
  expect(String(error)).not.toContain("short");
});

async function textOf(parts: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of parts) text += Buffer.from(part).toString("utf8");
  return text;
}

describe("a host that holds the review up is given up, with the reason", () => {
  const quick = { silenceMs: 300, wholeMs: 60_000 };

  test("GitHub itself never answers", async () => {
    const api = await serve(() => undefined);
    await expect(download(api, quick)).rejects.toThrow("archives sent nothing for 1 s");
  });

  test("the host of the archives never answers", async () => {
    const archives = await serve(() => undefined);
    const api = await serve((_request, response) => response.writeHead(302, { location: archives }).end());
    await expect(download(api, quick)).rejects.toThrow("archives sent nothing for 1 s");
  });

  test("it falls silent in the middle", async () => {
    const archives = await serve((_request, response) => void response.write("half"));
    const api = await serve((_request, response) => response.writeHead(302, { location: archives }).end());
    await expect(download(api, quick).then(textOf)).rejects.toThrow("archives sent nothing for 1 s");
  });

  test("it drips without an end", async () => {
    const archives = await serve((request, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      request.on("close", () => clearInterval(drip));
    });
    const api = await serve((_request, response) => response.writeHead(302, { location: archives }).end());
    const patience = { silenceMs: 10_000, wholeMs: 400 };
    await expect(download(api, patience).then(textOf)).rejects.toThrow("archives needs more than 1 s");
  });
});
