import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isLocal, targetOf } from "./support/no-network.ts";

test("a fetch to another machine fails at once, with the address", async () => {
  const failure: unknown = await fetch("http://192.0.2.1/").catch((error: unknown) => error);
  expect(failure).toHaveProperty("cause.message", expect.stringContaining("test tried to reach 192.0.2.1"));
});

test("a server of this machine can be reached", async () => {
  const server = createServer((_request, response) => response.end("here"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  try {
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
  } finally {
    server.close();
  }
});

test.each([
  [["/run/a.sock"], "unix:/run/a.sock"],
  [[{ path: "/run/a.sock" }], "unix:/run/a.sock"],
  [[443, "api.example.com"], "api.example.com"],
  [["443", "api.example.com"], "api.example.com"],
  [[443], "localhost"],
  [[{ port: 80, host: "api.example.com", path: undefined }], "api.example.com"],
  [[{ port: 80, host: "api.example.com", path: null }], "api.example.com"],
  [[{ port: 443, host: "api.example.com" }], "api.example.com"],
  [[[{ port: 443, host: "api.example.com" }, null]], "api.example.com"],
  [[[{ port: 443 }, null]], "localhost"],
])("connect(%j) goes to %s", (parameters, target) => {
  expect(targetOf(parameters)).toBe(target);
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.1", true],
  ["::1", true],
  ["localhost", true],
  ["unix:/run/a.sock", true],
  ["128.0.0.1", false],
  ["::2", false],
  ["localhost.example.com", false],
  ["", false],
])("%s is this machine: %s", (target, local) => {
  expect(isLocal(target)).toBe(local);
});
