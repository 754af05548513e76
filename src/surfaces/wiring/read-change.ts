import { parseChange } from "../../code/diff/parse.ts";
import { localChangeSource } from "../../code/git/change-source.ts";
import type { Environment } from "../../code/git/git.ts";
import type { ChangedFile, Revision } from "../../domain/change.ts";
import type { Hide } from "../../domain/snapshot.ts";
import { secretsHider } from "../../panel/choosing/hide-secrets.ts";
import { keysIn } from "../../panel/vendors/environment.ts";

export interface ChangeRequest {
  readonly directory: string;
  readonly env: Environment;
  readonly range?: string | undefined;
  readonly staged?: boolean | undefined;
  /** The most lines of the diff. */
  readonly mostLines: number;
}

export interface ReadChange {
  readonly base: Revision;
  readonly head: Revision;
  readonly files: readonly (Pick<ChangedFile, "path" | "status"> & {
    readonly added: number;
    readonly removed: number;
  })[];
  /** Secrets are replaced. */
  readonly diff: string;
  readonly lines: number;
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

/** The change that a review would read, new files included. An empty list of files means that nothing differs. */
export async function readChange(request: ChangeRequest, signal: AbortSignal): Promise<ReadChange> {
  const { directory, env, range, staged, mostLines } = request;
  const notes: string[] = [];
  const source = localChangeSource({ directory, env, range, staged, onNote: (note) => notes.push(note) });
  const { base, head, diff } = await source.fetch(signal);
  const text = diff.kind === "git" ? diff.text : "";
  const files = parseChange(diff).map(({ path, status, hunks }) => {
    const lines = hunks.flatMap((hunk) => hunk.lines);
    const count = (kind: string): number => lines.filter((line) => line.kind === kind).length;
    return { path, status, added: count("added"), removed: count("removed") };
  });
  const hide = await secretsHider([text], keysIn(env));
  const lines = hiddenDiff(text, hide).trimEnd().split("\n");
  const shown = lines.slice(0, mostLines).join("\n");
  return { base, head, files, diff: shown, lines: lines.length, truncated: lines.length > mostLines, notes };
}

/** Each file of a diff is hidden by its own path, and without the signs before its lines. */
function hiddenDiff(diff: string, hide: Hide): string {
  return diff
    .split(/^(?=diff --git )/m)
    .map((section) => {
      const [head = "", ...hunks] = section.split(/^(?=@@ )/m);
      const paths = [...head.matchAll(/^(?:\+\+\+|---|rename from) "?(?:[ab]\/)?(?<path>[^"\t\n]+)/gm)].map(
        ({ groups }) => groups?.["path"] ?? "",
      );
      return hide(head) + hunks.map((hunk) => hiddenHunk(hunk, paths, hide)).join("");
    })
    .join("");
}

function hiddenHunk(hunk: string, paths: readonly string[], hide: Hide): string {
  const [place = "", ...lines] = hunk.split("\n");
  const texts = lines.map((line) => line.slice(1)).join("\n");
  const hidden = [...new Set(paths)].reduce((text, path) => hide(text, path), texts).split("\n");
  return [hide(place), ...lines.map((line, index) => line.slice(0, 1) + (hidden[index] ?? ""))].join("\n");
}
