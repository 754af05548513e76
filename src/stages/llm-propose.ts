import type { Proposal } from "../domain/answers.ts";
import type { Failure } from "../domain/debate.ts";
import type { Draft } from "../domain/finding.ts";
import { stepTowards } from "../domain/severity.ts";
import { envelope, jsonLine, render } from "../prompts/shown.ts";
import { withRealPaths } from "./labels.ts";
import { ask, askOnce } from "./llm-ask.ts";
import type { Question } from "./llm-request.ts";
import type { ProposeRequest } from "./propose.ts";
import { readProposal } from "./reply.ts";
import type { LlmOptions } from "./stage.ts";

/** P0 claims in these categories keep their severity without a failure path (design §4.2), so they are not asked for one. */
const needsNoPath = ["security", "privacy", "data-loss"];

export async function propose(options: LlmOptions, view: ProposeRequest, signal: AbortSignal): Promise<Proposal> {
  const { prompts, mask, seat } = options;
  const instructions = [prompts.stages.propose];
  const question: Question = { stage: "propose", view, round: view.round, instructions, items: [] };
  const { drafts, unclear, ...rest } = await ask(options, question, readProposal, signal);
  const completed = await withFailurePaths(drafts, options, question, signal);
  const failures = [...rest.dropped, ...unclear].map(partly(seat.name));
  return { drafts: withRealPaths(completed, pathsOf(view), mask), failures, ...rest };
}

/** The seat delivered, but not all of it as agreed: that belongs into the report. */
function partly(seat: string): (reason: string) => Failure {
  return (reason) => ({ seat, step: "propose", reason: `part of its answer is broken: ${reason}` });
}

export function pathsOf({ batch }: ProposeRequest): string[] {
  return batch.parts.flatMap(({ file: { path, previousPath } }) =>
    previousPath === undefined ? [path] : [path, previousPath],
  );
}

/** One further request for the failure paths that P0 drafts lack. Where it brings nothing, the drafts stay, and the gate lowers them and says so. */
async function withFailurePaths(
  drafts: readonly Draft[],
  options: LlmOptions,
  question: Question,
  signal: AbortSignal,
): Promise<readonly Draft[]> {
  const lacking = drafts.filter(
    ({ severity, failurePath, category }) =>
      severity === "P0" && !failurePath?.trim() && !needsNoPath.includes(category),
  );
  if (lacking.length === 0) return drafts;
  const { prompts, mask } = options;
  const findings = lacking.map(({ severity, title, detail, path, quote }) =>
    jsonLine({ severity, title: mask.hide(title), detail: mask.hide(detail), path, quote: mask.hide(quote) }),
  );
  const asked = render(prompts.parts.failurePath, { findings: envelope("findings", findings.join("\n")) });
  const second = { ...question, instructions: [...question.instructions, asked] };
  const reading = await askOnce(options, second, readProposal, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return { ok: false as const, reason: String(error) };
  });
  if (!reading.ok) return drafts;
  const answers = new Map(reading.value.drafts.map((draft) => [keyOf(draft), draft]));
  return drafts.map((draft) => (lacking.includes(draft) ? completed(draft, answers.get(keyOf(draft))) : draft));
}

/** Second thoughts move the severity by one step at most, like anybody's. The title stays, and so does a detail that is not given again. */
function completed(draft: Draft, answer: Draft | undefined): Draft {
  if (answer === undefined) return draft;
  const severity = stepTowards(draft.severity, answer.severity);
  return { ...answer, severity, title: draft.title, detail: answer.detail || draft.detail };
}

function keyOf({ path, quote }: Draft): string {
  return `${path}\n${quote.replace(/\s+/g, " ").trim()}`;
}
