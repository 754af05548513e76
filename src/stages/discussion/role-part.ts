import { constitutionOf, type RoleName } from "../../domain/discussion/constitution.ts";
import { envelope, render, shown } from "../../prompts/shown.ts";
import type { LlmOptions } from "../stage.ts";

/** The constitution of a role as a part of a request; none where the request has no role. It is the repository's text, so it is data. */
export function rolePart(
  role: RoleName | undefined,
  { constitutions = new Map(), prompts, mask }: LlmOptions,
  isGuarded = false,
): string[] {
  const constitution = role === undefined ? null : constitutionOf(constitutions, role, isGuarded);
  if (constitution === null) return [];
  const { duty, rules } = constitution;
  const text = [duty.trim(), ...rules.map((rule) => `- ${rule.text}`)].join("\n");
  return [
    render(prompts.parts.constitution, {
      role: constitution.role,
      constitution: envelope("constitution", shown(text, mask)),
    }),
  ];
}
