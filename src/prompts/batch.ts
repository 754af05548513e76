import type { BatchView } from "../domain/answers.ts";
import { type Platform, platforms } from "../domain/change.ts";
import { fileText } from "./file-text.ts";
import { platformsOf } from "./platform.ts";
import type { Prompts } from "./prompts.ts";
import { envelope, type Hiding, render, shuffled, speech } from "./shown.ts";

export interface BatchStyle {
  readonly prompts: Prompts;
  readonly mask: Hiding;
  /** Name of the seat: each seat reads the files in an order of its own. */
  readonly seat: string;
  /** `auto` picks by path; a list from the settings replaces that. */
  readonly platforms: "auto" | readonly Platform[];
}

const longestDescription = 4_000;
const longestInstructions = 20_000;

/**
 * The batch text of a seat: rules of the platforms, what the maintainers ask for, the files. It depends on nothing else of the view, so
 * every stage of a seat on a batch sends the same bytes. Title, branch, commits and author of the change are not in it (H02).
 */
export function renderBatch(view: BatchView, { prompts, mask, seat, platforms: chosen }: BatchStyle): string {
  const { instructions, description = "", batch } = view;
  const rules = platformsFor(view, chosen).map((platform) => prompts.platforms[platform]);
  const guidance = [
    ...guidanceOf(prompts.parts.instructions, "instructions", instructions, longestInstructions, mask),
    ...guidanceOf(prompts.parts.description, "description", description, longestDescription, mask),
  ];
  const files = batch.parts.map((part) => envelope("file", fileText(part, mask))).sort();
  return render(prompts.parts.batch, {
    platforms: rules.join("\n\n"),
    guidance: guidance.map((text) => `\n${text}\n`).join(""),
    files: shuffled(files, [seat, ...files].join("\n")).join("\n\n"),
  });
}

/** In the order of the list, `general` last. */
function platformsFor({ batch }: BatchView, chosen: BatchStyle["platforms"]): Platform[] {
  const wanted = chosen === "auto" ? batch.parts.flatMap(({ file }) => platformsOf(file.path)) : chosen;
  return platforms.filter((platform) => platform === "general" || wanted.includes(platform));
}

function guidanceOf(template: string, kind: string, text: string, longest: number, mask: Hiding): string[] {
  if (text.trim() === "") return [];
  return [render(template, { [kind]: envelope(kind, speech(text.trim(), mask, longest)) })];
}
