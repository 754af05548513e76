import { z } from "zod";
import type { DebateCitation, DebateClaim, DebatePosition, DebateTable } from "../../../domain/discussion/answers.ts";
import { constitutionOf, type RoleName } from "../../../domain/discussion/constitution.ts";
import type { DebateItem } from "../../../domain/views.ts";
import { envelope, render, shown, speech } from "../../../text/shown.ts";
import { asked } from "../reply.ts";
import type { LlmOptions } from "../stage.ts";

/** 0 to 1. A text is read as a number, 2 to 100 as a percentage; anything else counts as no confidence, never as a high one. */
export const ConfidenceField = asked(z.number(), z.unknown().optional().transform(readConfidence));

function readConfidence(value: unknown): number | null {
  const given =
    typeof value === "string" ? /^\s*(?<number>\d{1,3}(?:\.\d{1,9})?)\s*%?\s*$/.exec(value)?.groups?.["number"] : value;
  const number = typeof given === "string" ? Number(given) : given;
  if (typeof number !== "number" || !(number >= 0 && number <= 100)) return null;
  if (number <= 1) return number;
  return number >= 2 ? number / 100 : null;
}

/** Positions and claims under their labels. Neither a name nor an order shows who holds one: labels are drawn once for the debate. */
export function tableItems({ positions, claims }: Pick<DebateTable, "positions" | "claims">): DebateItem[] {
  return positions.flatMap((position) => [
    positionItem(position),
    ...claims.filter((claim) => claim.position === position.id).map(claimItem),
  ]);
}

function positionItem({ id, text, confidence, adopted }: DebatePosition): DebateItem {
  const status = adopted === null ? "held" : `took over ${adopted}`;
  return { id, kind: "position", of: null, title: text, detail: "", confidence, evidence: [], status };
}

function claimItem({ id, position, title, detail, confidence, evidence, givenUp }: DebateClaim): DebateItem {
  const found = evidence.filter((one) => one.found).map(shownCitation);
  const status = givenUp === null ? "held" : "given up by its author";
  return { id, kind: "claim", of: position, title, detail, confidence, evidence: found, status };
}

function shownCitation({ path, line, quote }: DebateCitation): DebateItem["evidence"][number] {
  return { path, line, quote };
}

/** The arguments of the last round, each as data under the label of its position. */
export function saidBefore({ said, own }: DebateTable, { prompts, mask }: LlmOptions): string {
  const parts = said.map(({ position, argument }) => `${position}:\n${envelope("argument", speech(argument, mask))}`);
  return render(prompts.parts.debateSaid, { own, said: parts.length === 0 ? "(nothing yet)" : parts.join("\n\n") });
}

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
