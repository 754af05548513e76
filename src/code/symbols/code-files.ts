import { messageOf } from "../../domain/errors.ts";
import type { Snapshot } from "../../domain/snapshot.ts";
import { compareTexts, type Symbols, type SymbolsOf } from "./symbols.ts";

/** A file of a snapshot with its lines and symbols. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly symbols: Symbols;
}

export interface CodeFiles {
  /** The files that could be read, in the order of the paths. Each is read and parsed once. */
  read(paths: readonly string[]): Promise<readonly CodeFile[]>;
  /** Files that could not be read, and files that were only searched by words. */
  notes(): readonly string[];
}

/** `known` are texts that need no reading. */
export function codeFiles(
  snapshot: Snapshot,
  symbolsOf: SymbolsOf,
  signal: AbortSignal,
  known: ReadonlyMap<string, string> = new Map(),
): CodeFiles {
  const files = new Map<string, Promise<CodeFile | null>>();
  const notes = new Set<string>();

  async function open(path: string): Promise<CodeFile | null> {
    const text = known.get(path) ?? (await textOf(path));
    if (text === null) return null;
    signal.throwIfAborted();
    const symbols = await symbolsOf(path, text);
    if (symbols.note !== undefined) notes.add(symbols.note);
    return { path, text, lines: text.split(/\r?\n/), symbols };
  }

  async function textOf(path: string): Promise<string | null> {
    const found = await snapshot.read(path, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return { refused: messageOf(error) };
    });
    if ("text" in found) return found.text;
    notes.add(`${path} was not read: ${found.refused}`);
    return null;
  }

  return {
    async read(paths) {
      const opened = paths.map((path) => {
        const file = files.get(path) ?? open(path);
        files.set(path, file);
        return file;
      });
      return (await Promise.all(opened)).filter((file) => file !== null);
    },
    notes: () => [...notes].sort(compareTexts),
  };
}
