import type { MemoryItem } from "../../domain/memory/item.ts";
import type { DecidedSource } from "./cases.ts";
import { memoryPath, parseMemory, withItems } from "./read-memory.ts";
import { type Suggestions, suggestItems, suppressedBy } from "./suggest.ts";

/** The memory file on the base branch and on the branch of the proposal. Null: there is none. */
export interface MemoryTexts {
  readonly onBase: string | null;
  readonly onBranch: string | null;
}

/** An item that the proposal adds to the base. `evidence` is empty for one that a person wrote into the branch. */
export interface ProposedItem {
  readonly item: MemoryItem;
  readonly evidence: readonly string[];
  readonly suppressed: readonly string[];
}

/** `text`: the new file; null if the branch has every candidate. `added`: the candidates that are new in it. */
export interface MemoryProposal {
  readonly text: string | null;
  readonly added: Suggestions;
  readonly proposed: readonly ProposedItem[];
}

/** More than this is too much to read in one pull request. The next request adds the rest. */
const mostAdded = 20;

/** The candidates to add to the branch, and all that it proposes then. A file with a mistake throws a `ReviewError`. Pure. */
export function proposeMemory(
  sources: readonly DecidedSource[],
  { onBase, onBranch }: MemoryTexts,
  webUrl: string | null = null,
): MemoryProposal {
  const base = itemsIn(onBase, "on the default branch");
  const branch = itemsIn(onBranch ?? onBase, "on the branch of the proposal");
  const { suggestions, left } = suggestItems(sources, [...branch, ...base.filter(notAmong(branch))], webUrl);
  const added = { suggestions: suggestions.slice(0, mostAdded), left };
  const items = added.suggestions.map(({ item }) => item);
  const evidence = new Map(
    [...suggestItems(sources, base, webUrl).suggestions, ...added.suggestions].map((one) => [
      one.item.id,
      one.evidence,
    ]),
  );
  const proposed = [...branch, ...items].filter(notAmong(base)).map((item) => {
    return { item, evidence: evidence.get(item.id) ?? [], suppressed: suppressedBy(item, sources) };
  });
  const text = items.length === 0 ? null : withItems(onBranch ?? onBase, items, memoryPath);
  if (text !== null) parseMemory(text, `${memoryPath} with ${items.length} more`);
  return { text, added, proposed };
}

function itemsIn(text: string | null, where: string): readonly MemoryItem[] {
  return text === null ? [] : parseMemory(text, `${memoryPath} ${where}`);
}

function notAmong(items: readonly MemoryItem[]): (item: MemoryItem) => boolean {
  const ids = new Set(items.map(({ id }) => id));
  return ({ id }) => !ids.has(id);
}
