import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { quoted } from "../domain/known-names.ts";
import {
  isPersonaFile,
  longestPersonaFile,
  mostOwnPersonas,
  ownPersona,
  ownPersonasFolder,
} from "../panel/own-personas.ts";

interface PersonasCheck {
  readonly names: readonly string[];
  readonly errors: readonly string[];
}

/** The repository's own personas in the working tree, below `root`; a review reads them at the base. */
export function checkPersonas(root: string): PersonasCheck {
  const files = filesIn(join(root, ownPersonasFolder)).filter(isPersonaFile);
  if (files.length > mostOwnPersonas)
    return {
      names: [],
      errors: [`${ownPersonasFolder} holds ${files.length} personas; the limit is ${mostOwnPersonas}.`],
    };
  const found = files.map((file) => personaAt(root, `${ownPersonasFolder}/${file}`));
  return {
    names: found.flatMap((one) => ("persona" in one ? [one.persona.name] : [])),
    errors: found.flatMap((one) => ("problems" in one ? one.problems : [])),
  };
}

function filesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
}

function personaAt(root: string, path: string): ReturnType<typeof ownPersona> {
  const entry = lstatSync(join(root, path));
  if (!entry.isFile()) return { problems: [`The persona file ${quoted(path)} is not a regular file.`] };
  if (entry.size > longestPersonaFile)
    return {
      problems: [`The persona file ${quoted(path)} has ${entry.size} bytes; the limit is ${longestPersonaFile}.`],
    };
  return ownPersona(path, readFileSync(join(root, path), "utf8"));
}
