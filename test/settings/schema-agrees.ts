import { Ajv } from "ajv";
import { settingsJsonSchema } from "../../src/settings/json-schema.ts";
import { readYaml } from "../../src/settings/read-yaml.ts";
import { parseSettings } from "../../src/settings/settings.ts";

const accepts = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(settingsJsonSchema());

/** Mistakes that a JSON schema cannot express: they are about other values, languages that exist, or how a glob is made. */
const beyondSchema =
  /unknown persona|an existing language|a glob (?:without|from|with|on files)|a name of its own|only with a reason/;

/** The errors of the JSON schema for editors; null where it accepts the value. */
export function schemaErrorOf(value: unknown): string | null {
  return accepts(value) ? null : JSON.stringify(accepts.errors);
}

/** `parseSettings`, which throws where the JSON schema for editors says something else about the same text. */
export function settingsLikeSchema(...[text, options]: Parameters<typeof parseSettings>) {
  const result = parseSettings(text, options);
  const reading = text === null ? null : readYaml(text);
  if (reading?.ok !== true || reading.value === null) return result;
  const error = schemaErrorOf(reading.value);
  if (result.ok && error !== null) throw new Error(`The JSON schema refuses what a review accepts: ${text}\n${error}`);
  if (!result.ok && error === null && result.errors.some((sentence) => !beyondSchema.test(sentence)))
    throw new Error(`The JSON schema accepts what a review refuses: ${text}\n${result.errors.join("\n")}`);
  return result;
}
