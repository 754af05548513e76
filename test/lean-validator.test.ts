import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withLeanValidator } from "../scripts/lean-validator.ts";

const code = readFileSync("node_modules/@modelcontextprotocol/server/dist/shimsNode.mjs", "utf8");

test("the MCP server gets the SDK's smaller validator under the same name", async () => {
  const lean = withLeanValidator(code);
  expect(lean).not.toContain("./ajvProvider");
  const { CfWorkerJsonSchemaValidator } = await import("@modelcontextprotocol/server/validators/cf-worker");
  const check = new CfWorkerJsonSchemaValidator().getValidator<{ a: number }>({
    type: "object",
    properties: { a: { type: "number" } },
    required: ["a"],
  });
  expect([check({ a: 1 }).valid, check({}).valid]).toEqual([true, false]);
});

test("a package of a different form is an error, not a bundle with both validators", () => {
  expect(() => withLeanValidator('export { process } from "node:process";')).toThrow("no longer imports Ajv");
});
