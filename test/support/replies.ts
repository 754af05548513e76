import { ballotStage } from "../../src/panel/stages/ballot.ts";
import { labelled } from "../../src/panel/stages/findings.ts";
import { argueStage, judgeStage } from "../../src/panel/stages/hearing.ts";
import { proposeStage } from "../../src/panel/stages/propose.ts";
import { readReply, Unusable } from "../../src/panel/stages/reply.ts";
import type { Question, Stage } from "../../src/panel/stages/stage.ts";
import { composeStage, validateStage } from "../../src/panel/stages/wording.ts";
import { inOneBatch } from "./change-builder.ts";
import { modelOptions, prompts } from "./prompts.ts";
import { aFinding } from "./review-builder.ts";

const view = { ...inOneBatch([]), index: 1, of: 1 };
const finding = aFinding();
const noProvider = { complete: () => Promise.reject(new Error("no request goes out")) };
const items = ["one", "two", "three"].map((id) => ({ ...finding, id }));

/** The finding that the fixed requests show as F1, F2 or F3. */
export function idUnder(label: string): string | undefined {
  return labelled(items, "claude").find((item) => item.label === label)?.thing.id;
}

const dossier = { finding, excerpt: "", said: [], round: 1 };
const wording = { items, batch: null, excerpts: new Map() };

/** Readers of answers to fixed requests. */
export const readProposal = readerOf(proposeStage, view);
export const readBallot = readerOf(ballotStage, { ...view, items, own: [], said: new Map() });
export const readArgument = readerOf(argueStage, { dossier, role: "skeptic" });
export const readRuling = readerOf(judgeStage, { dossier, order: "advocate-first" });
export const readComposition = readerOf(composeStage, wording);
export const readValidation = readerOf(validateStage, { ...wording, wordings: [] });

type Reading<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly reason: string };

function readerOf<Request, Reply, Answer>(
  stage: Stage<string, Request, Reply, Answer>,
  request: Request,
): (answer: string) => Reading<Answer> {
  const prompt = prompts.stages.get(stage.nameOf?.(request) ?? stage.step) ?? "";
  const question: Question<Reply, Answer> = stage.ask(request, modelOptions(noProvider), prompt);
  return (answer) => {
    try {
      return { ok: true, value: question.answer(readReply(answer, stage.reply).reply, false) };
    } catch (error) {
      if (error instanceof Unusable) return { ok: false, reason: error.message };
      throw error;
    }
  };
}
