import { expect, test } from "vitest";
import { maskOf } from "../../src/anchor/mask.ts";

const value = `AK${"IA"}QWERTYUIOPASDFGH`;
const mask = maskOf([{ path: "a.ts", line: 1, kind: "aws-access-key-id", value, added: true }]);

test("hides every occurrence and gives the same text back", () => {
  const text = `a("${value}"); b("${value}")`;
  expect(mask.hide(text)).not.toContain(value);
  expect(mask.hide(text)).toMatch(/\[secret aws-access-key-id [a-p]{16}\]/);
  expect(mask.reveal(mask.hide(text))).toBe(text);
});

test("the placeholder depends on the secret alone", () => {
  const other = { path: "0.ts", line: 9, kind: "github-token", value: `gh${"p_"}${"aZ09".repeat(10)}`, added: true };
  const again = maskOf([other, { path: "z.ts", line: 7, kind: "aws-access-key-id", value, added: false }]);
  expect(again.hide(value)).toBe(mask.hide(value));
});

test("replacement patterns in a secret stay text", () => {
  const odd = maskOf([{ path: "a", line: 1, kind: "basicauth", value: "$&$1password", added: true }]);
  expect(odd.reveal(odd.hide("x $&$1password y"))).toBe("x $&$1password y");
});

test("each of thousands of secrets has a placeholder of its own", () => {
  const values = Array.from({ length: 5_000 }, (_, count) => `hunter2-XK39dkeLQ${count}`);
  const hidden = values.map((one) => maskOf([{ kind: "assigned value", value: one }]).hide(one));
  expect(new Set(hidden).size).toBe(values.length);
});

test("each line of a secret has a placeholder of its own", () => {
  const [first, second] = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", "BKcwggSjAgEAAoIBAQDq3Zk1xYz8mN2p"];
  const key = maskOf([{ kind: "private key", value: `-----BEGIN ${"PRIVATE KEY"}-----\n${first}\n${second}` }]);
  const text = `eval(input, "${second}", "${first}");`;
  expect(key.hide(text)).not.toContain(second);
  expect(key.reveal(key.hide(text))).toBe(text);
});
