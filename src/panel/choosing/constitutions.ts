import { z } from "zod";
import {
  type Constitution,
  type Constitutions,
  type RoleName,
  roles,
  ruleChecks,
} from "../../domain/discussion/constitution.ts";
import { ReviewError } from "../../domain/errors.ts";
import { meant, quoted } from "../../domain/known-names.ts";
import type { BaseFiles } from "../../domain/ports.ts";
import { explainIssues } from "../../settings/explain.ts";
import { list, oneOf, text } from "../../settings/fields.ts";
import { problemSentences, readYaml } from "../../settings/read-yaml.ts";

export const constitutionsFolder = ".github/pr-debate/constitutions";

/** A text that people see as it is: an escape or a direction mark could hide what a seat reads. */
const words = (name: string, most: number) =>
  text(name, most).refine((given) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(given.replace(/[\n\t]/g, "")), {
    error: "a text without invisible characters",
  });

const id = "an id of 1 to 40 characters a-z, 0-9 and -";
const ruleShape = {
  id: z.string({ error: id }).regex(/^[a-z0-9-]{1,40}$/, { error: id }),
  text: words("the rule", 300),
  check: oneOf(ruleChecks).optional(),
};
const Rule = z.strictObject(ruleShape, { error: "a mapping with id, text and, if code checks it, check" });
const fileShape = (role: RoleName) => ({
  version: z.literal(1, { error: "1, the only version there is" }),
  role: z.literal(role, { error: `${role}, because its name says that its role is ${role}` }),
  duty: words("the duty", 1_500),
  rules: list(Rule, 12, "at least one")
    .refine((rules) => rules.length > 0, { error: "a list of at least one rule" })
    .refine((rules) => new Set(rules.map((rule) => rule.id)).size === rules.length, {
      error: "a list in which no two rules have the same id",
    }),
});

const hint = "Correct or remove it on the base branch; docs/roles.md shows the form.";

/** The repository's own constitutions at the base; each replaces the one of its role. A broken one stops the run. */
export async function ownConstitutions(files: BaseFiles, signal: AbortSignal): Promise<Constitutions> {
  const names = await constitutionNames(files, signal);
  const second = names.find((path, at) => names.findIndex((one) => roleIn(one) === roleIn(path)) < at);
  if (second !== undefined) throw invalid(second, "another file is of the same role");
  const own = await Promise.all(
    names.map(async (path) => {
      const role = roleIn(path);
      return [role, readConstitution(role, (await files.readBaseFile(path, signal)) ?? "", path)] as const;
    }),
  );
  return new Map(own);
}

/** Their files at the base, for everything that depends on them. */
export async function constitutionNames(files: BaseFiles, signal: AbortSignal): Promise<string[]> {
  const names = await files.listBaseFiles(constitutionsFolder, signal);
  return names.filter((name) => /^[^/]+\.ya?ml$/.test(name.slice(constitutionsFolder.length + 1)));
}

/** Those of the program, and in their place those of the repository. */
export function allConstitutions(
  builtIn: ReadonlyMap<RoleName, string>,
  own: Constitutions = new Map(),
): Constitutions {
  return new Map(
    roles.map((role) => {
      const shipped = readConstitution(role, builtIn.get(role) ?? "", `${role}.yml`);
      const replaced = own.get(role);
      return [role, replaced === undefined ? shipped : { ...replaced, shipped }] as const;
    }),
  );
}

function roleIn(path: string): RoleName {
  const name = (path.split("/").at(-1) ?? "").replace(/\.ya?ml$/, "");
  const role = roles.find((one) => one === name);
  if (role !== undefined) return role;
  throw new ReviewError(
    `The constitution ${quoted(path)} is of no role. Roles: ${roles.join(", ")}.${meant(name, roles)}`,
    "Give the file the name of its role, or remove it on the base branch.",
  );
}

function readConstitution(role: RoleName, written: string, path: string): Constitution {
  const reading = readYaml(written);
  if (!reading.ok) throw new ReviewError(problemSentences(path, reading.problems).join("\n"), hint);
  const { value, lineOf } = reading;
  const shape = fileShape(role);
  const form = z.strictObject(shape, { error: "a mapping with version, role, duty and rules" });
  const { data, error } = form.safeParse(value);
  if (data === undefined) {
    const problems = explainIssues(error?.issues ?? [], value, lineOf, [shape, ruleShape]);
    throw new ReviewError(problemSentences(path, problems).join("\n"), hint);
  }
  const { version: _, ...read } = data;
  return read;
}

function invalid(path: string, why: string): ReviewError {
  return new ReviewError(`The constitution ${quoted(path)} is not valid: ${why}`, hint);
}
