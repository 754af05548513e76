import { z } from "zod";
import type { Dossier } from "../domain/answers.ts";
import { type Ruling, rulings } from "../domain/debate.ts";
import { hearing, hearingOf, quotedArguments, speakers } from "./argue.ts";
import { EvidenceField, OptionalSeverity, OptionalText, TextLinesField } from "./fields.ts";
import { withRealPaths } from "./findings.ts";
import { inAnySpelling } from "./reply.ts";
import { stage } from "./stage.ts";

export interface JudgeRequest {
  readonly dossier: Dossier;
  readonly order: "advocate-first" | "skeptic-first";
}

/** The sides have no names here, and the first is always Side X: a judge that follows the order rules differently in the other order. */
export const judgeStage = stage({
  ...hearing,
  names: ["judge"],
  nameOf: () => "judge",
  sees: { description: false },
  hears: ({ dossier }: JudgeRequest) => dossier.finding.id,
  reply: inAnySpelling({
    ruling: z.enum(rulings),
    severity: OptionalSeverity,
    narrowed: OptionalText,
    reason: TextLinesField,
    evidence: EvidenceField,
  }),
  ask: ({ dossier, order }: JudgeRequest, options, prompt) => {
    const against = dossier.said.some(({ role }) => role === "person") ? "person" : "skeptic";
    const [first, second] = order === "advocate-first" ? ["advocate", against] : [against, "advocate"];
    const speeches = [
      { role: "voter", speaker: speakers.voter },
      { role: first, speaker: "Side X" },
      { role: second, speaker: "Side Y" },
      { role: "adversary", speaker: speakers.adversary },
    ];
    const said = speeches.flatMap(({ role, speaker }) =>
      dossier.said.filter((one) => one.role === role).map(({ text }) => quotedArguments(speaker, text, options)),
    );
    return {
      ...hearingOf(dossier, prompt, said, options),
      answer: ({ ruling, reason, evidence, severity, narrowed }): Ruling => {
        const real = withRealPaths(evidence, [dossier.finding.path], options);
        return {
          ruling,
          reason,
          evidence: real,
          ...(severity === undefined ? {} : { severity }),
          ...(narrowed ? { narrowed } : {}),
        };
      },
    };
  },
});
