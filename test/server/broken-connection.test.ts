import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../src/server/database.ts";
import { openServer } from "../../src/server/server.ts";
import { openLog } from "../../src/server/telemetry.ts";
import { groundOf, storeKinds } from "../support/stores.ts";
import { silentPorts } from "./silent-ports.ts";

const uncaught: unknown[] = [];
const note = (error: unknown): unknown => uncaught.push(error);
process.on("uncaughtExceptionMonitor", note);
afterEach(() => expect(uncaught).toEqual([]));

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Passes everything on to a database, and cuts every connection when the next `after` messages of a client have arrived. */
async function cuttingProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  const cutAll = (): void => {
    for (const socket of open) socket.resetAndDestroy();
    open.clear();
  };
  const listening = await listen((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      open.add(socket);
      socket.on("error", () => {}).on("close", () => open.delete(socket));
    }
    client.on("data", (chunk) => {
      left -= 1;
      if (left === 0) cutAll();
      else server.write(chunk);
    });
    server.on("data", (chunk) => client.write(chunk));
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  });
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(listening);
  onTestFinished(cutAll);
  return { url: url.href, cutAll, cutAfter: (messages: number) => (left = messages), isCut: () => left <= 0 };
}

/** What PostgreSQL answers to a start and to any simple query or `sync`: it is ready, and nothing was found. */
function readyForAll(socket: Socket): void {
  const message = (kind: string, body: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const ready = message("Z", Buffer.from("I"));
  let isStarted = false;
  socket
    .on("error", () => {})
    .on("data", () => {
      const done = message("C", Buffer.from("SELECT 0\0"));
      const parts = isStarted
        ? [message("1", Buffer.alloc(0)), message("2", Buffer.alloc(0)), done]
        : [message("R", Buffer.alloc(4))];
      isStarted = true;
      socket.write(Buffer.concat([...parts, ready]));
    });
}

test("a connection that breaks while a client is in use is one sentence in the log, and ends no process", async () => {
  const sockets: Socket[] = [];
  const port = await listen((socket) => {
    sockets.push(socket);
    readyForAll(socket);
  });
  const notes: string[] = [];
  const { db, close } = await openDatabase({
    ...{ databaseUrl: `postgresql://a:b@127.0.0.1:${port}/c`, dataDirectory: "" },
    ...{ onNote: (text) => notes.push(text), onLost: () => {} },
  });
  onTestFinished(close);
  const work = db.transaction().execute(async (transaction) => {
    const ended = new Promise((resolve) => sockets.at(-1)?.once("close", resolve));
    sockets.at(-1)?.resetAndDestroy();
    await ended;
    await expect.poll(() => notes).toHaveLength(1);
    await transaction.selectFrom("subjects").selectAll().execute();
  });
  await expect(work).rejects.toThrow(/connection/i);
  expect(notes).toEqual([
    expect.stringMatching(/^A connection to the database broke \(.+\); the next request opens another\.$/),
  ]);
});

const tenMoments = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe.each(storeKinds.filter((kind) => kind === "PostgreSQL"))("on %s", (kind) => {
  test.each(tenMoments)("a webhook is kept once when the connections are cut at message %i", async (moment) => {
    const ground = await groundOf(kind);
    const proxy = await cuttingProxy(ground.options.databaseUrl ?? "");
    const log = openLog("silent", () => [], { write: () => true });
    const config = {
      ...{ appId: "1", privateKey: "not used", webhookSecrets: ["no secret at all"], host: "127.0.0.1", port: 0 },
      ...{ logLevel: "silent", apiUrl: "", graphqlUrl: "", concurrency: 2, concurrencyPerInstallation: 2 },
      ...{ quietSeconds: 0, reconcileSeconds: 86_400, retrySeconds: 60, writesPerMinute: null },
      ...{ databaseUrl: proxy.url, dataDirectory: "" },
    };
    const server = await openServer(config, silentPorts([]), log);
    onTestFinished(async () => {
      await server.close();
      await ground.remove();
    });
    const subject = { installation: "7", key: "9", repo: "octo/app", kind: "pull-request", number: moment } as const;
    const requests = [{ kind: "review", subject, isExplicit: false, isClosed: false } as const];
    const delivery = { guid: "g", event: "pull_request", action: "opened", installation: "7", requests };
    await server.accept({ ...delivery, content: "before" });
    proxy.cutAfter(moment);
    await Promise.all(["x", "y", "z"].map((content) => server.accept({ ...delivery, content })));
    // A moment after the last message cuts what the next delivery begins with.
    await server.accept({ ...delivery, content: "after" });
    expect(proxy.isCut()).toBe(true);
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: ground.options.databaseUrl ?? "" });
    await client.connect();
    const kept = await client.query("select content from pr_debate.deliveries order by content");
    const jobs = await client.query("select count(*)::int as jobs from pr_debate_jobs.job where name = 'review'");
    await client.end();
    expect(kept.rows.map(({ content }) => content)).toEqual(["after", "before", "x", "y", "z"]);
    expect(jobs.rows).toEqual([{ jobs: 1 }]);
  });
});
