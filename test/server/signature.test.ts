import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isSigned } from "../../src/server/signature.ts";

/** GitHub's own example ("Validating webhook deliveries"). */
const secret = "It's a Secret to Everybody";
const body = Buffer.from("Hello, World!");
const header = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

const sign = (text: string, by: string): string => `sha256=${createHmac("sha256", by).update(text).digest("hex")}`;

test("GitHub's example is signed, with its secret only", () => {
  expect(isSigned(body, header, [secret])).toBe(true);
  expect(isSigned(body, header, ["another secret of 16"])).toBe(false);
  expect(isSigned(body, header, [])).toBe(false);
});

test("during a rotation both secrets count", () => {
  expect(isSigned(body, header, ["the new secret, now", secret])).toBe(true);
  expect(isSigned(body, sign("Hello, World!", "the new secret, now"), ["the new secret, now", secret])).toBe(true);
});

test("H51 a body of the same meaning in other bytes has another signature", () => {
  const compact = '{"action":"opened","number":1}';
  const spaced = '{"action": "opened", "number": 1}';
  const given = sign(compact, secret);
  expect(isSigned(Buffer.from(compact), given, [secret])).toBe(true);
  expect(isSigned(Buffer.from(spaced), given, [secret])).toBe(false);
  expect(isSigned(Buffer.from(`${compact}\n`), given, [secret])).toBe(false);
});

test.each([
  undefined,
  "",
  "sha256=",
  `sha256=${"0".repeat(64)}`,
  header.toUpperCase(),
  ` ${header}`,
  `${header},${header}`,
  header.replace("sha256", "sha1"),
  header.slice(0, -1),
])("the header %j is no signature", (given) => {
  expect(isSigned(body, given, [secret])).toBe(false);
});
