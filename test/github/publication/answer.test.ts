import { expect, test } from "vitest";
import { readCommand } from "../../../src/domain/github/command.ts";
import { teach } from "../../../src/github/publication/answer.ts";

const taught = (body: string): string => {
  const read = readCommand(body);
  return read?.kind === "malformed" ? teach(read) : "";
};

test("a nearly correct command is answered with its fault: the case, the spaces", () => {
  const id = "`/debate explain` needs the id of a finding, 8 hex digits";
  const form = "Write `/debate explain <id>`.";
  expect(taught("/debate explain 1A2B3C4D")).toBe(`${id}, in lower case; this is \`1A2B3C4D\`. ${form}`);
  expect(taught("/debate explain 1a2b3c4")).toBe(`${id}; this is \`1a2b3c4\`. ${form}`);
  expect(taught("/debate explain  1a2b3c4d")).toBe(
    `\`/debate explain\` needs exactly one space between words. ${form}`,
  );
  expect(taught("/debate explain")).toBe(`${id}; there is none. ${form}`);
});

test("a secret in place of an argument is not repeated, not even in part", () => {
  const token = ["gh", "p_4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z"].join("");
  for (const before of [0, 35, 60, 70])
    expect(taught(`/debate explain ${"a".repeat(before)} ${token}`)).not.toContain(token.slice(0, 6));
});
