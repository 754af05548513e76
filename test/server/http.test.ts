import { connect } from "node:net";
import { expect, test } from "vitest";
import { openHttp } from "../../src/server/http.ts";

const options = { host: "127.0.0.1", port: 0, middleware: async () => {} };

test("silent connections and incomplete requests do not delay the end", async () => {
  const { port, close } = await openHttp(options);
  const sockets = ["", "POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\n"].map(
    (text) =>
      new Promise((opened) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(text, opened));
        socket.on("error", () => {});
      }),
  );
  await Promise.all(sockets);
  const startedAt = performance.now();
  await close();
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});

test.each([
  ["no byte at all", ""],
  ["half of a request line", "POST /api/gith"],
  ["an unfinished header", "POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\nx-slow: "],
])(
  "a connection with %s is closed within a second of the header limit",
  async (_, text) => {
    const { port, close } = await openHttp({ ...options, headersTimeoutMs: 200 });
    try {
      const startedAt = performance.now();
      await new Promise<void>((closed) => {
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        socket.on("error", () => {});
        socket.resume().on("close", () => closed());
      });
      // Left to itself, Node looks for slow connections after 30 s; a test that waits here for that long shows that the limit is gone.
      expect(performance.now() - startedAt).toBeLessThan(20_000);
    } finally {
      await close();
    }
  },
  40_000,
);
