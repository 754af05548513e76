import { expect, test } from "vitest";
import { proxiesIn, proxyFor } from "../../../src/panel/vendors/proxies/proxy.ts";

const proxy = "http://proxy.test:3128";

test.each([
  ["https://api.test/v1", { HTTPS_PROXY: proxy }, "HTTPS_PROXY"],
  ["https://api.test/v1", { https_proxy: proxy }, "https_proxy"],
  ["https://api.test/v1", { https_proxy: proxy, HTTPS_PROXY: "http://other.test" }, "https_proxy"],
  ["http://api.test/v1", { HTTP_PROXY: proxy }, "HTTP_PROXY"],
  ["http://api.test/v1", { http_proxy: proxy }, "http_proxy"],
  ["http://api.test/v1", { ALL_PROXY: proxy }, "ALL_PROXY"],
  ["https://api.test/v1", { all_proxy: proxy }, "all_proxy"],
  ["https://api.test/v1", { HTTP_PROXY: proxy }, undefined],
  ["http://api.test/v1", { HTTPS_PROXY: proxy }, undefined],
  ["https://api.test/v1", { HTTPS_PROXY: " " }, undefined],
  ["https://api.test/v1", {}, undefined],
])("the way to %s with %j is that of %s", (address, env, variable) => {
  expect(proxyFor(address, env)?.variable).toBe(variable);
});

test.each([
  ["*", "http://api.test", true],
  ["api.test", "http://api.test", true],
  ["API.TEST", "http://api.test", true],
  ["test", "http://api.test", true],
  [".test", "http://api.test", true],
  ["*.test", "http://api.test", true],
  ["pi.test", "http://api.test", false],
  ["other, api.test", "http://api.test", true],
  ["other api.test", "http://api.test", true],
  ["api.test:80", "http://api.test", true],
  ["api.test:8080", "http://api.test", false],
  ["api.test:8080", "http://api.test:8080/v1", true],
  ["127.0.0.1", "http://127.0.0.1:11434/v1", true],
  ["127.0.0.1:11434", "http://127.0.0.1:11434/v1", true],
  ["127.0.0.0/8", "http://127.0.0.1:11434/v1", true],
  ["10.0.0.0/8", "http://127.0.0.1:11434/v1", false],
  ["10.0.0.0/99", "http://10.0.0.1/v1", false],
  ["::1", "http://[::1]:11434/v1", true],
  ["[::1]:11434", "http://[::1]:11434/v1", true],
  ["fd00::/8", "http://[fd12::1]/v1", true],
  ["localhost", "http://localhost:11434/v1", true],
  ["localhost", "http://127.0.0.1:11434/v1", false],
  ["", "http://api.test", false],
])("NO_PROXY %j goes past the proxy to %s: %j", (exceptions, address, isDirect) => {
  for (const name of ["NO_PROXY", "no_proxy"])
    expect(proxyFor(address, { HTTP_PROXY: proxy, [name]: exceptions }) === null).toBe(isDirect);
});

test("a proxy without a scheme is http; a login is never shown; socks cannot be used", () => {
  expect(proxyFor("http://a.test", { HTTP_PROXY: "proxy.test:3128" })?.url?.href).toBe("http://proxy.test:3128/");
  const env = { HTTPS_PROXY: `http://user:${"pass"}word@proxy.test:3128`, NO_PROXY: "localhost" };
  expect(proxiesIn(env)?.text).toBe(
    "https through http://proxy.test:3128 (HTTPS_PROXY), past it: localhost (NO_PROXY)",
  );
  expect(proxiesIn({ all_proxy: "socks5://proxy.test:1080" })?.proxies).toMatchObject([
    { address: "socks5://proxy.test:1080", url: null },
    { url: null },
  ]);
  expect(proxiesIn({ NO_PROXY: "*" })).toBeNull();
});
