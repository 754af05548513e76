import { expect, test } from "vitest";
import { decode } from "../../src/text/decode.ts";

const text = "const é = '𝕏';\r\nrun(é);\n";
const swapped16 = (value: string): Buffer => Buffer.from(value, "utf16le").swap16();
const utf32 = (value: string, isLittle: boolean): Buffer =>
  Buffer.concat(
    [...value].map((character) => {
      const bytes = Buffer.alloc(4);
      const point = character.codePointAt(0) ?? 0;
      if (isLittle) bytes.writeUInt32LE(point);
      else bytes.writeUInt32BE(point);
      return bytes;
    }),
  );

test.each([
  ["UTF-16, little end first", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big end first", swapped16(`\ufeff${text}`)],
  ["UTF-32, little end first", utf32(`\ufeff${text}`, true)],
  ["UTF-32, big end first", utf32(`\ufeff${text}`, false)],
])("%s with a mark is read, without the mark", (_name, bytes) => {
  expect(decode(bytes)).toEqual({ text, marked: true });
});

test.each<[string, Uint8Array, ReturnType<typeof decode>]>([
  ["nothing", Buffer.alloc(0), { text: "" }],
  ["UTF-8", Buffer.from(text), { text }],
  ["UTF-8 with a mark, which stays as in a diff", Buffer.from("\ufeffa\n"), { text: "\ufeffa\n" }],
  ["Latin-1: only its letters are unknown", Buffer.from("caf\xe9 = 1\n", "latin1"), { text: "caf\ufffd = 1\n" }],
  ["only a mark", Buffer.from([0xff, 0xfe]), { text: "", marked: true }],
  ["UTF-16 without a mark", Buffer.from("ab", "utf16le"), { why: "binary" }],
  ["a NUL", Buffer.from("a\0b"), { why: "binary" }],
  ["UTF-16 that is cut in a character", Buffer.from([0xff, 0xfe, 0x41]), { why: "encoding" }],
  ["half of a pair", Buffer.from([0xfe, 0xff, 0xd8, 0x00, 0x00, 0x41]), { why: "encoding" }],
  ["UTF-32 beyond Unicode", Buffer.from([0, 0, 0xfe, 0xff, 0, 0x20, 0, 0]), { why: "encoding" }],
  ["a mark before bytes of a program", Buffer.from([0xff, 0xfe, 0x41, 0, 0, 0, 0x42, 0]), { why: "binary" }],
])("%s", (_name, bytes, expected) => {
  expect(decode(bytes)).toEqual(expected);
});

test("a view into a larger buffer is read from its own start", () => {
  const whole = Buffer.concat([Buffer.from("xyz"), Buffer.from("\ufeffab", "utf16le"), Buffer.from("zz")]);
  expect(decode(whole.subarray(3, 9))).toEqual({ text: "ab", marked: true });
});
