import type { Approval, Composition } from "../domain/answers.ts";
import { envelope, render, speech } from "../prompts/shown.ts";
import type { ComposeRequest } from "./compose.ts";
import { idOf, itemOf, type Labelled, labelled, withRealPaths } from "./labels.ts";
import { ask } from "./llm-ask.ts";
import { excerptOf, raisedWith } from "./llm-claims.ts";
import type { Question } from "./llm-request.ts";
import { readComposition, readValidation } from "./reply.ts";
import type { Reading } from "./reply-list.ts";
import type { LlmOptions } from "./stage.ts";
import type { ValidateRequest } from "./validate.ts";

/** An id that is none of the items is passed on as it is: the engine, which checks ids in = ids out, then sets the composition aside. */
export async function compose(options: LlmOptions, request: ComposeRequest, signal: AbortSignal): Promise<Composition> {
  const items = labelled(request.items, options.seat.name);
  const instructions = [
    options.prompts.stages.compose,
    ...raisedWith(items, options),
    ...excerpts(items, request, options),
  ];
  const { summary, items: worded } = await ask(
    options,
    questionOf("compose", request, instructions, items.map(itemOf)),
    readComposition,
    signal,
  );
  // A label means nothing outside this request.
  const named = summary.replace(/\bF\d+\b/g, (label) => idOf(label, items) ?? label);
  return { summary: named, items: worded.map((one) => ({ ...one, finding: idOf(one.finding, items) ?? one.finding })) };
}

/** The items carry the wording under test; the findings as they were raised stand above them. */
export async function validate(
  options: LlmOptions,
  request: ValidateRequest,
  signal: AbortSignal,
): Promise<readonly Approval[]> {
  const { prompts, mask, seat } = options;
  const items = labelled(request.items, seat.name);
  const raised = items.map(
    ({ label, finding: { title, detail } }) => `${label}:\n${envelope("claim", speech(`${title}\n${detail}`, mask))}`,
  );
  const worded = items.map((item) => {
    const wording = request.wordings.find(({ finding }) => finding === item.finding.id);
    return wording === undefined ? itemOf(item) : { ...itemOf(item), title: wording.title, detail: wording.body };
  });
  const instructions = [
    prompts.stages.validate,
    render(prompts.parts.raised, { raised: raised.join("\n\n") }),
    ...excerpts(items, request, options),
  ];
  const question = questionOf("validate", request, instructions, worded);
  const paths = request.items.map(({ path }) => path);
  const approvals = await ask(options, question, (answer) => readApprovals(answer, items), signal);
  return approvals.map((approval) => ({ ...approval, evidence: withRealPaths(approval.evidence, paths, mask) }));
}

function readApprovals(answer: string, items: readonly Labelled[]): Reading<Approval[]> {
  const reading = readValidation(answer);
  if (!reading.ok) return reading;
  const known = reading.value.flatMap(({ id, ...rest }) => {
    const finding = idOf(id, items);
    return finding === null ? [] : [{ finding, ...rest }];
  });
  if (reading.value.length > 0 && known.length === 0) {
    return { ok: false, reason: "none of its ids is the id of an item" };
  }
  return { ok: true, value: known.filter((one) => isOnlyVerdict(one, known)) };
}

/** Both approved and rejected is no opinion; said twice counts once. */
function isOnlyVerdict(approval: Approval, all: readonly Approval[]): boolean {
  const same = all.filter(({ finding }) => finding === approval.finding);
  return same[0] === approval && same.every(({ verdict }) => verdict === approval.verdict);
}

function questionOf(
  stage: Question["stage"],
  { batch }: ComposeRequest,
  instructions: readonly string[],
  items: Question["items"],
): Question {
  return { stage, view: batch, round: batch?.round ?? 1, instructions, items };
}

/** With several batches the items bring their own code. */
function excerpts(items: readonly Labelled[], request: ComposeRequest, options: LlmOptions): string[] {
  if (request.batch !== null) return [];
  const code = items.map(({ label, finding: { id, path } }) => {
    return `${label}:\n${excerptOf(path, request.excerpts.get(id) ?? "", options)}`;
  });
  return [render(options.prompts.parts.excerpts, { excerpts: code.join("\n\n") })];
}
