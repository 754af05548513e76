import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withLeanClient } from "../scripts/lean-openai.ts";

const code = readFileSync("node_modules/openai/client.mjs", "utf8");

test("OpenAI's client keeps the parts that are called, and the rest of its code", () => {
  const lines = withLeanClient(code).split("\n");
  const parts = lines.flatMap((line) => /new API\.(\w+)\(this\)/.exec(line)?.[1] ?? []);
  expect(parts).toEqual(["Chat", "Responses"]);
  expect(lines).toContain("OpenAI.APIError = Errors.APIError;");
  expect(lines).toContain("OpenAI.Chat = Chat;");
  expect(lines).not.toContain("OpenAI.FineTuning = FineTuning;");
  const isPart = (line: string): boolean => /new API\.\w+\(this\);$|^OpenAI\.\w+ = \w+;$/.test(line);
  const others = (all: readonly string[]): string[] => all.filter((line) => line !== "" && !isPart(line));
  expect(others(lines)).toEqual(others(code.split("\n")));
});

test("a package of a different form is an error, not a bundle with all parts", () => {
  expect(() => withLeanClient("export class OpenAI {}")).toThrow("no longer makes its parts");
});
