import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { z } from "zod";

const Operations = z.record(
  z.string(),
  z.object({ query: z.record(z.string(), z.unknown()), body: z.looseObject({}).optional() }),
);
const operations = Operations.parse(JSON.parse(readFileSync("test/fixtures/github/openapi.json", "utf8")));
const ajv = new Ajv({ strict: false, coerceTypes: true, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
// GitHub's own name for owner/name.
ajv.addFormat("repo.nwo", true);

const routes = Object.entries(operations).map(([name, { query, body }]) => {
  const [method = "", template = ""] = name.split(" ");
  const pattern = new RegExp(`^${template.replace(/\{[a-z_]+\}/g, "([^/]+)")}$`);
  const bodyIsValid = body === undefined ? null : ajv.compile(body);
  const queryIsValid = ajv.compile({ type: "object", properties: query, additionalProperties: false });
  return { method: method.toUpperCase(), template, pattern, bodyIsValid, queryIsValid };
});

/** The documented operation that a request is, and what in it is not as documented. */
export function contractOf(
  method: string,
  url: URL,
  body: unknown,
): { readonly template: string | null; readonly violation: string | null } {
  const route = routes.find((one) => one.method === method && one.pattern.test(url.pathname));
  if (route === undefined)
    return { template: null, violation: `${method} ${url.pathname} is not among the operations in use` };
  const { template, bodyIsValid, queryIsValid } = route;
  if (!queryIsValid(Object.fromEntries(url.searchParams)))
    return { template, violation: ajv.errorsText(queryIsValid.errors) };
  if (bodyIsValid !== null && !bodyIsValid(structuredClone(body)))
    return { template, violation: ajv.errorsText(bodyIsValid.errors) };
  return { template, violation: null };
}
