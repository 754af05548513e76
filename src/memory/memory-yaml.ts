import { isSeq, parseDocument, stringify } from "yaml";
import type { MemoryItem } from "../domain/memory/item.ts";
import { parseMemory } from "./read-memory.ts";
import type { Suggestions } from "./suggest.ts";

/** Candidates as a whole memory file, with the evidence of each as comments. All texts are on one line, so none ends its comment. */
export function suggestionsYaml({ suggestions, left }: Suggestions): string {
  const items = suggestions.map(({ item, evidence, suppressed }) => {
    const comments = [
      ...evidence.map((line) => `# Evidence: ${line}`),
      ...(suppressed.length === 0 ? ["# It would have taken out nothing; seats only see it."] : []),
      ...suppressed.map((line) => `# It would have taken out: ${line}`),
    ];
    const entry = stringify([item], { lineWidth: 0 }).trimEnd();
    return [...comments, ...entry.split("\n")].map((line) => `  ${line}`).join("\n");
  });
  const none = items.length === 0 ? ["items: []"] : ["items:", ...items];
  const isEmpty = items.length + left.length === 0;
  const nothing = "# No candidate: no finding was dismissed with a reason or argued away, and no P1 was fixed.";
  const rest = isEmpty ? [nothing] : left.map((line) => `# Not suggested: ${line}`);
  return `${["version: 1", ...none, ...rest].join("\n")}\n`;
}

/** The file with more items at its end; its own comments stay. Throws a `ReviewError` for a file with a mistake. */
export function withItems(written: string | null, items: readonly MemoryItem[], source: string): string {
  if (written === null) return stringify({ version: 1, items }, { lineWidth: 0 });
  parseMemory(written, source);
  const document = parseDocument(written);
  const list = document.get("items");
  if (!isSeq(list)) throw new Error("a valid memory file has a list of items");
  list.flow = false;
  for (const item of items) list.add(document.createNode(item));
  return document.toString({ lineWidth: 0 });
}
