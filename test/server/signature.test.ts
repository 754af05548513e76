import { createHmac } from "node:crypto";
import { Webhooks } from "@octokit/webhooks";
import { expect, test } from "vitest";
import * as intake from "../../src/server/intake.ts";

/** GitHub's own example ("Validating webhook deliveries"). */
const secret = "It's a Secret to Everybody";
const body = Buffer.from("Hello, World!");
const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

const isSigned = (bytes: Buffer, given: string, secrets: readonly string[]): Promise<boolean> =>
  intake.isSigned(
    bytes,
    given,
    secrets.map((one) => new Webhooks({ secret: one })),
  );

const sign = (text: string, by: string): string => `sha256=${createHmac("sha256", by).update(text).digest("hex")}`;

test("GitHub's example is valid with its secret only", async () => {
  expect(await isSigned(body, header, [secret])).toBe(true);
  expect(await isSigned(body, header, ["another secret of 16"])).toBe(false);
  expect(await isSigned(body, header, [])).toBe(false);
});

test("accepts both secrets during a rotation", async () => {
  expect(await isSigned(body, header, ["the new secret, now", secret])).toBe(true);
  expect(await isSigned(body, sign("Hello, World!", "the new secret, now"), ["the new secret, now", secret])).toBe(
    true,
  );
});

test("H51 a body with the same meaning but other bytes has another signature", async () => {
  const compact = '{"action":"opened","number":1}';
  const spaced = '{"action": "opened", "number": 1}';
  const given = sign(compact, secret);
  expect(await isSigned(Buffer.from(compact), given, [secret])).toBe(true);
  expect(await isSigned(Buffer.from(spaced), given, [secret])).toBe(false);
  expect(await isSigned(Buffer.from(`${compact}\n`), given, [secret])).toBe(false);
});

test.each([
  "",
  "sha256=",
  `sha256=${"0".repeat(64)}`,
  header.toUpperCase(),
  ` ${header}`,
  `${header},${header}`,
  header.replace("sha256", "sha1"),
  header.slice(0, -1),
])("the header %j is not a signature", async (given) => {
  expect(await isSigned(body, given, [secret])).toBe(false);
});

test("bytes that are not UTF-8 are never signed, whatever text they decode to", async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  expect(await isSigned(bytes, sign(bytes.toString("utf8"), secret), [secret])).toBe(false);
  expect(await isSigned(Buffer.alloc(0), sign("", secret), [secret])).toBe(false);
});
