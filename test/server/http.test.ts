import { connect } from "node:net";
import { expect, test } from "vitest";
import { openHttp } from "../../src/server/http.ts";

const route = async () => {};
const options = {
  host: "127.0.0.1",
  port: 0,
  webhooks: route,
  notReady: async () => null,
  metrics: async () => ({ type: "text/plain", text: "" }),
};

test("connections that send nothing, or half a request, do not hold up the end", async () => {
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
