import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { vendorInputs } from "../../../src/panel/vendors/environment.ts";
import type { Vendor } from "../../../src/panel/vendors/vendor.ts";

export const page = readFileSync("docs/providers.md", "utf8");
const action = z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(parse(readFileSync("action.yml", "utf8")));

/** The parts of the documentation that lack a vendor of the table. */
export function undocumented(table: readonly Vendor[]): string[] {
  const headings = table.map(({ title }) => `### … ${title}?`);
  const variables = table.flatMap(({ key, address }) => [`\`${key}\``, `\`${address}\``]);
  const priced = table.map(({ name }) => `\`${name}\``);
  return [
    ...[...headings, ...variables, ...priced].filter((text) => !page.includes(text)).map((text) => `docs: ${text}`),
    ...Object.keys(vendorInputs(table))
      .filter((input) => !Object.hasOwn(action.inputs, input))
      .map((input) => `action.yml: ${input}`),
  ];
}
