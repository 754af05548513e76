import { expect, test } from "vitest";
import { maskOf } from "../../src/diff/mask.ts";

const value = `AK${"IA"}QWERTYUIOPASDFGH`;
const mask = maskOf([{ path: "a.ts", line: 1, kind: "aws-access-key-id", value, added: true }]);

test("hides every occurrence and gives the same text back", () => {
  const text = `a("${value}"); b("${value}")`;
  expect(mask.hide(text)).not.toContain(value);
  expect(mask.hide(text)).toMatch(/\[secret aws-access-key-id [0-9a-f]{4}\]/);
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
