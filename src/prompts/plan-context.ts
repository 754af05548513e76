import type { PlanContext } from "../domain/plan-answers.ts";
import { fileText } from "./file-text.ts";
import type { Prompts } from "./prompts.ts";
import { envelope, type Hiding, render, shown, shownPath, speech } from "./shown.ts";

const longestWords = 20_000;

/** What every request of a seat about one question starts with: the question and what stands around it, all of it as data. */
export function renderPlanContext(context: PlanContext, { parts }: Prompts, mask: Hiding): string {
  const { question, thread, guide, map, files, diff } = context;
  const words = (kind: string, text: string): string => envelope(kind, speech(text.trim(), mask, longestWords));
  const paths = envelope("paths", map.map((path) => shownPath(path, mask)).join("\n"));
  const texts = files.map(({ path, text }) =>
    envelope("file", `path: ${shownPath(path, mask)}\n\n${shown(text, mask)}`),
  );
  const changes = diff.map((part) => envelope("file", fileText(part, mask)));
  const around = [
    ...(thread.trim() === "" ? [] : [render(parts.planThread, { thread: words("thread", thread) })]),
    ...(guide.trim() === "" ? [] : [render(parts.instructions, { instructions: words("instructions", guide) })]),
    ...(map.length === 0 ? [] : [render(parts.planMap, { map: paths })]),
    ...(texts.length === 0 ? [] : [render(parts.planFiles, { files: texts.join("\n\n") })]),
    ...(changes.length === 0 ? [] : [render(parts.planDiff, { diff: changes.join("\n\n") })]),
  ];
  return render(parts.planContext, {
    question: words("question", question),
    around: around.map((text) => `\n${text}\n`).join(""),
  });
}
