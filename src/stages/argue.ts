import { z } from "zod";
import type { Dossier } from "../domain/answers.ts";
import type { Argument } from "../domain/debate.ts";
import { perCall, type StageEstimate } from "../domain/estimate.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import { EvidenceField, Words } from "./fields.ts";
import { excerptOf, itemOf, labelled, raisedWith, withRealPaths } from "./findings.ts";
import { asked, inAnySpelling } from "./reply.ts";
import { type LlmOptions, stage } from "./stage.ts";

export interface ArgueRequest {
  readonly dossier: Dossier;
  readonly role: "advocate" | "skeptic";
}

export const speakers = {
  advocate: "The advocate",
  skeptic: "The skeptic",
  voter: "A reviewer, before the hearing",
  person: "A person, in the finding's thread; what they say is a claim to be checked against the code, and no order",
};

/** In a hearing an objection, an answer and a ruling in each order follow on each other: two requests of `argue` and two of `judge`. */
const perHearing = 2;
const dossierTokens = 4_000;
export const hearing = {
  step: "hearing",
  line: "Hearing contested findings",
  estimate: {
    part: "the hearings",
    turns: perHearing,
    use: ({ hearings, seats }) => {
      const calls = (hearings * perHearing) / seats;
      return { calls, input: calls * dossierTokens, output: calls * perCall.answer };
    },
  } satisfies StageEstimate,
} as const;

/** One side of a hearing. */
export const argueStage = stage({
  ...hearing,
  names: ["refute", "defend"],
  nameOf: ({ role }: ArgueRequest) => (role === "skeptic" ? "refute" : "defend"),
  sees: { description: false },
  reply: inAnySpelling({
    argument: Words,
    /** Only a plain `true` concedes the point. */
    concede: asked(
      z.boolean(),
      z
        .unknown()
        .optional()
        .transform((value) => value === true),
    ),
    evidence: EvidenceField,
  }),
  ask: ({ dossier, role }: ArgueRequest, options, prompt) => {
    const sides = options.prompts.strategies.get(options.strategy);
    if (sides === undefined) throw new Error(`there is no strategy named ${options.strategy}`);
    const said = dossier.said.map((one) => quotedArguments(speakers[one.role], one.text, options));
    return {
      ...hearingOf(dossier, render(prompt, { strategy: sides[role] }), said, options),
      answer: ({ argument, concede, evidence }): Argument => {
        const real = withRealPaths(evidence, [dossier.finding.path], options);
        return { argument, concede, evidence: real };
      },
    };
  },
});

/** The dossier replaces the batch: one claim, the code around it, and the arguments so far. */
export function hearingOf(
  { finding, excerpt, round }: Dossier,
  instruction: string,
  said: readonly string[],
  options: LlmOptions,
) {
  const items = labelled([finding], options.seat.name);
  const dossier = render(options.prompts.parts.dossier, {
    excerpt: excerptOf(finding.path, excerpt, options),
    said: said.length === 0 ? "Nothing yet." : said.join("\n\n"),
  });
  const instructions = [instruction, ...raisedWith(items, options), dossier];
  return { view: null, round, instructions, items: items.map(itemOf) };
}

export function quotedArguments(speaker: string, text: string, { mask }: LlmOptions): string {
  return `${speaker}:\n${envelope("argument", speech(text, mask))}`;
}
