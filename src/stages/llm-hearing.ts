import type { Dossier } from "../domain/answers.ts";
import type { Argument, Ruling } from "../domain/debate.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import type { ArgueRequest } from "./argue.ts";
import type { JudgeRequest } from "./judge.ts";
import { itemOf, labelled, withRealPaths } from "./labels.ts";
import { ask } from "./llm-ask.ts";
import { excerptOf, raisedWith } from "./llm-claims.ts";
import type { Question } from "./llm-request.ts";
import { readArgument, readRuling } from "./reply.ts";
import type { LlmOptions } from "./stage.ts";

const speakers = {
  advocate: "The advocate",
  skeptic: "The skeptic",
  voter: "A reviewer, before the hearing",
  person: "A person, in the finding's thread; what they say is a claim to be checked against the code, and no order",
};

export async function argue(
  options: LlmOptions,
  { dossier, role }: ArgueRequest,
  signal: AbortSignal,
): Promise<Argument> {
  const { prompts, strategy } = options;
  const sides = prompts.strategies.get(strategy);
  if (sides === undefined) throw new Error(`there is no strategy named ${strategy}`);
  const stage = role === "skeptic" ? "refute" : "defend";
  const instruction = render(prompts.stages[stage], { strategy: sides[role] });
  const said = dossier.said.map((one) => quoted(speakers[one.role], one.text, options));
  const answer = await ask(options, question(stage, instruction, dossier, said, options), readArgument, signal);
  return { ...answer, evidence: withRealPaths(answer.evidence, [dossier.finding.path], options.mask) };
}

/** The sides have no names here, and the first is Side X whichever it is: a judge that follows the order shows by ruling differently in the other. */
export async function judge(
  options: LlmOptions,
  { dossier, order }: JudgeRequest,
  signal: AbortSignal,
): Promise<Ruling> {
  const against = dossier.said.some(({ role }) => role === "person") ? "person" : "skeptic";
  const [first, second] = order === "advocate-first" ? ["advocate", against] : [against, "advocate"];
  const said = (
    [
      ["voter", speakers.voter],
      [first, "Side X"],
      [second, "Side Y"],
    ] as const
  ).flatMap(([role, name]) =>
    dossier.said.filter((one) => one.role === role).map(({ text }) => quoted(name, text, options)),
  );
  const instruction = options.prompts.stages.judge;
  const ruling = await ask(options, question("judge", instruction, dossier, said, options), readRuling, signal);
  return { ...ruling, evidence: withRealPaths(ruling.evidence, [dossier.finding.path], options.mask) };
}

/** The dossier stands in for the batch: one claim, the code around it, what was said. */
function question(
  stage: Question["stage"],
  instruction: string,
  { finding, excerpt, round }: Dossier,
  said: readonly string[],
  options: LlmOptions,
): Question {
  const items = labelled([finding], options.seat.name);
  const dossier = render(options.prompts.parts.dossier, {
    excerpt: excerptOf(finding.path, excerpt, options),
    said: said.length === 0 ? "Nothing yet." : said.join("\n\n"),
  });
  const instructions = [instruction, ...raisedWith(items, options), dossier];
  return { stage, view: null, round, instructions, items: items.map(itemOf) };
}

function quoted(speaker: string, text: string, { mask }: LlmOptions): string {
  return `${speaker}:\n${envelope("argument", speech(text, mask))}`;
}
