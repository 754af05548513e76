import type { Finding } from "../../domain/finding.ts";
import { details } from "../../report/markdown/sections.ts";
import { markdown } from "../../text/markdown.ts";

/**
 * The text begins a paragraph of its own. A fence after other words opens nothing, and its content would become active.
 */
export function labelledPart(label: string, text: string | undefined): string {
  return text === undefined || text.trim() === "" ? "" : `**${label}**\n\n${markdown(text)}`;
}

/** The wider claim that a hearing replaced, folded. */
export function narrowedPart({ narrowedFrom = "" }: Finding): string {
  return narrowedFrom.trim() === "" ? "" : details("Narrowed in its hearing: the claim before", markdown(narrowedFrom));
}
