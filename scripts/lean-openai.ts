import type { Plugin } from "rolldown";

/** The parts of OpenAI's interface that `src/panel/vendors/openai.ts` calls. */
const used = ["Chat", "Responses"];

/** Bundles OpenAI's client with these parts alone: it makes an object of each of its thirty parts, such as files and fine-tuning. */
export function leanOpenai(): Plugin {
  return {
    name: "lean-openai",
    transform: { filter: { id: /\/openai\/client\.mjs$/ }, handler: withLeanClient },
  };
}

/** The module without the other parts. Throws if the module no longer has the form that this script knows. */
export function withLeanClient(code: string): string {
  const parts = [...code.matchAll(/^ +this\.\w+ = new API\.(\w+)\(this\);$/gm)].flatMap(([, name]) => name ?? []);
  if (parts.length < 20 || used.some((name) => !parts.includes(name)))
    throw new Error("openai no longer makes its parts where it did: read its client, and adapt this script");
  const isUsed = (name: string): boolean => used.includes(name);
  return code
    .replace(/^ +this\.\w+ = new API\.(\w+)\(this\);$/gm, (line, name: string) => (isUsed(name) ? line : ""))
    .replace(/^OpenAI\.(\w+) = \w+;$/gm, (line, name: string) => (parts.includes(name) && !isUsed(name) ? "" : line));
}
