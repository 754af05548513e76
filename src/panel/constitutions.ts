import { z } from "zod";
import {
  type Constitution,
  type Constitutions,
  type RoleName,
  roles,
  ruleChecks,
} from "../domain/discussion/constitution.ts";
import { messageOf, ReviewError } from "../domain/errors.ts";
import { meant, quoted } from "../domain/known-names.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { problemSentences, readYaml } from "../settings/read-yaml.ts";

export const constitutionsFolder = ".github/pr-debate/constitutions";

/** A text that people see as it is: an escape or a direction mark could hide what a seat reads. */
const words = (most: number) =>
  z
    .string()
    .regex(/\S/)
    .max(most)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.replace(/[\n\t]/g, "")), "it has invisible characters");

const Rule = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  text: words(300),
  check: z.enum(ruleChecks).optional(),
});
const ConstitutionFile = z.strictObject({
  version: z.literal(1),
  role: z.enum(roles),
  duty: words(1_500),
  rules: z
    .array(Rule)
    .min(1)
    .max(12)
    .refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, "two rules have the same id"),
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

function readConstitution(role: RoleName, text: string, path: string): Constitution {
  try {
    const form = ConstitutionFile.extend({
      role: z.literal(role, { error: `its name says that its role is ${role}` }),
    });
    const reading = readYaml(text);
    if (!reading.ok) throw new ReviewError(problemSentences(path, reading.problems).join("\n"), hint);
    const { version: _, ...read } = form.parse(reading.value);
    return read;
  } catch (error) {
    if (error instanceof ReviewError) throw error;
    const why = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw invalid(path, why, error);
  }
}

function invalid(path: string, why: string, cause?: unknown): ReviewError {
  return new ReviewError(`The constitution ${quoted(path)} is not valid: ${why}`, hint, { cause });
}
