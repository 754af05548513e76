import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { settingsJsonSchema } from "../../src/settings/json-schema.ts";
import { fenced, readme } from "../support/readme.ts";
import { schemaErrorOf } from "./schema-agrees.ts";

test("the schema accepts the README's configuration and that of this repository", () => {
  const shown = fenced("yaml", readme).find((block) => block.startsWith("version:")) ?? "";
  expect(shown).toContain("budget:");
  expect(schemaErrorOf(parse(shown))).toBeNull();
  expect(schemaErrorOf(parse(readFileSync(".github/pr-debate.yml", "utf8")))).toBeNull();
});

test("the schema refuses an unknown key at every level, and names it", () => {
  const seat = { name: "a", provider: "openai", model: "m" };
  for (const value of [
    { versoin: 1 },
    { review: { "block-onn": "P0" } },
    { seats: [{ ...seat, versoin: 1 }] },
    { rules: { a: { of: "x" } } },
    { instructions: [{ paths: ["a"], text: "b", versoin: 1 }] },
  ])
    expect(schemaErrorOf(value)).toMatch(/"additionalProperty":"(?:versoin|block-onn|of)"/);
});

test("a section without keys is accepted, as it means its defaults", () => {
  expect(schemaErrorOf({ review: null, seats: null, rules: null })).toBeNull();
});

const Described = z.object({ description: z.string().min(5) });
const Section = Described.extend({ properties: z.record(z.string(), Described).optional() });

test("every section and every key has a description", () => {
  const { properties } = z.object({ properties: z.record(z.string(), Section) }).parse(settingsJsonSchema());
  expect(Object.keys(properties).length).toBeGreaterThan(9);
  expect(properties["review"]?.properties?.["block-on"]?.description).toBe(
    "The severity that blocks a merge: one of P0, P1, never.",
  );
});
