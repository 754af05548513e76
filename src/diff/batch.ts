import type { Batch, BatchPart, ChangedFile, Line } from "../domain/change.ts";
import { enclosingBlock } from "./enclosing-block.ts";

/** Folder tree over the parts: a batch is a whole folder where it fits, so that untouched folders give the same batch on the next push. */
interface Folder {
  readonly parts: Sized[];
  readonly folders: Map<string, Folder>;
}

interface Sized {
  readonly part: BatchPart;
  readonly tokens: number;
}

/**
 * Cuts files into batches by folder, at most `budget` tokens each and never inside a hunk; one hunk above the budget is a batch of its own.
 * Order and content depend only on the files themselves.
 */
export function cutBatches(files: readonly ChangedFile[], budget: number): Batch[] {
  const root: Folder = { parts: [], folders: new Map() };
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const file of sorted) folderOf(root, file.path).parts.push(...partsOf(file, budget));
  return cutFolder(root, budget).map(asBatch);
}

/** All files in one batch without context: what rule engines read, which look up the whole file themselves. */
export function wholeBatch(files: readonly ChangedFile[]): Batch {
  return {
    parts: files.map((file) => ({ file, hunks: file.hunks.map((hunk) => ({ hunk, enclosing: [] })) })),
    tokens: 0,
  };
}

/** Four characters a token is the vendors' own rule of thumb for English and code; 3.5 keeps on the safe side. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 3.5);
}

function cutFolder(folder: Folder, budget: number): Sized[][] {
  const everything = allParts(folder);
  if (tokensOf(everything) <= budget) return everything.length === 0 ? [] : [everything];
  const small: Sized[] = [...folder.parts];
  const batches: Sized[][] = [];
  for (const child of folder.folders.values()) {
    const parts = allParts(child);
    if (tokensOf(parts) <= budget / 8) small.push(...parts);
    else batches.push(...cutFolder(child, budget));
  }
  return [...pack(small, budget), ...batches];
}

function pack(parts: readonly Sized[], budget: number): Sized[][] {
  const batches: Sized[][] = [];
  for (const part of parts) {
    const current = batches.at(-1);
    if (current !== undefined && tokensOf(current) + part.tokens <= budget) current.push(part);
    else batches.push([part]);
  }
  return batches;
}

function partsOf(file: ChangedFile, budget: number): Sized[] {
  const sized = file.hunks.map((hunk) => {
    const enclosing = enclosingBlock(file, hunk);
    return { hunk, enclosing, tokens: tokensOfLines([...enclosing, ...hunk.lines]) };
  });
  const parts: Sized[] = [];
  let hunks: typeof sized = [];
  const flush = (): void => {
    parts.push({
      part: { file, hunks: hunks.map(({ hunk, enclosing }) => ({ hunk, enclosing })) },
      tokens: tokensOf(hunks),
    });
    hunks = [];
  };
  for (const hunk of sized) {
    if (hunks.length > 0 && tokensOf(hunks) + hunk.tokens > budget) flush();
    hunks.push(hunk);
  }
  flush();
  return parts;
}

function folderOf(root: Folder, path: string): Folder {
  let folder = root;
  for (const name of path.split("/").slice(0, -1)) {
    let child = folder.folders.get(name);
    if (child === undefined) {
      child = { parts: [], folders: new Map() };
      folder.folders.set(name, child);
    }
    folder = child;
  }
  return folder;
}

function allParts(folder: Folder): Sized[] {
  return [...folder.parts, ...[...folder.folders.values()].flatMap(allParts)];
}

function tokensOf(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

function tokensOfLines(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + estimateTokens(`${text}\n`), 0);
}

function asBatch(parts: readonly Sized[]): Batch {
  return { parts: parts.map(({ part }) => part), tokens: tokensOf(parts) };
}
