import type { Persona } from "../../domain/known-names.ts";
import { envelope, render, withoutRoles } from "../../text/shown.ts";
import { visible } from "../../text/text.ts";
import { type Prompts, promptsFrom } from "../prompts/prompts.ts";
import { requestNames } from "../stages/index.ts";
import { promptFiles } from "./assets.ts";
import { secretsHider } from "./hide-secrets.ts";
import { builtInPersonas } from "./personas.ts";

/** What seats with personas are made of. `toolsOf` are the tools that a persona may use. */
interface PersonaPrompts {
  readonly prompts: Prompts;
  readonly toolsOf: (persona: string) => readonly string[];
}

/** The prompts of the program, and the repository's own personas as data below two sentences of ours, without secrets and our `keys`. */
export async function promptsWith(own: readonly Persona[], keys: readonly string[]): Promise<PersonaPrompts> {
  const prompts = promptsFrom(await promptFiles(), requestNames);
  const hide = await secretsHider(own.map(textOf), keys);
  const texts = own.map((persona) => {
    const content = withoutRoles(visible(hide(textOf(persona))));
    return [persona.name, render(prompts.parts.ownPersona, { persona: envelope("persona", content) })] as const;
  });
  const tools = new Map([...(await builtInPersonas()), ...own].map((one) => [one.name, one.tools]));
  return {
    prompts: { ...prompts, personas: new Map([...prompts.personas, ...texts]) },
    toolsOf: (persona) => tools.get(persona) ?? [],
  };
}

/** The sections as plain words: no line of it is a heading. */
function textOf({ role, focus, directives, tone }: Persona): string {
  return `Role:\n${role}\n\nFocus:\n${focus}\n\nDirectives:\n${directives}\n\nTone:\n${tone}`;
}
