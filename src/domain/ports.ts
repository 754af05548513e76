import { z } from "zod";
import type { ChangedFile, Revision } from "./change.ts";

/** A change before its diff was read: unified diff text of `git diff`, or GitHub's file list with headerless patches. */
export interface RawChange {
  readonly repo: string | null;
  readonly number: number | null;
  readonly base: Revision;
  readonly head: Revision;
  readonly mergeBase: string | null;
  /** The author's own words about the change, where the forge has some: untrusted, and hidden from seats unless the settings ask for it. */
  readonly description?: string;
  readonly diff:
    | { readonly kind: "git"; readonly text: string }
    | { readonly kind: "github"; readonly files: readonly PatchFile[] };
}

/** One entry of `GET /pulls/{n}/files`; `patch` is absent for binary and for too large files. */
export interface PatchFile {
  readonly filename: string;
  readonly previous_filename?: string | undefined;
  readonly status: string;
  /** Lines of the patch by GitHub's own count: a patch that was cut shows fewer. */
  readonly additions?: number | undefined;
  readonly deletions?: number | undefined;
  readonly patch?: string | undefined;
  /** The name of its blob at the head. */
  readonly sha?: string | null | undefined;
}

/**
 * Whole file texts by side; a side that cannot be had is left out, a side that does not exist is null. The blobs name what the forge has on a
 * side, whether or not it is a text. The modes are git's (`100755`), from a forge whose list of files has none.
 */
export interface Contents {
  readonly baseBlob?: string;
  readonly headBlob?: string;
  readonly baseMode?: string;
  readonly headMode?: string;
  readonly base?: string | null;
  readonly head?: string | null;
}

export interface ChangeSource {
  fetch(signal: AbortSignal): Promise<RawChange>;
  /** Texts for the given files, by path. A text that is binary or over the size cap is left out. */
  contents(files: readonly ChangedFile[], signal: AbortSignal): Promise<ReadonlyMap<string, Contents>>;
}

/** A match of one rule in one source text; lines are 1-based and inclusive, columns 0-based with an exclusive end. */
export interface RuleMatch {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** What one rule gave on one source: its matches, or why it could not run. */
export type RuleScan =
  | { readonly status: "matched"; readonly matches: readonly RuleMatch[] }
  | { readonly status: "failed"; readonly reason: string };

/** Structural search (ast-grep). Parses `source` once and answers every rule in order; throws when the grammar cannot be loaded. */
export interface Matcher {
  scan(language: string, source: string, rules: readonly object[]): Promise<readonly RuleScan[]>;
  /** How many places of a source the grammar cannot read: what it skipped, and tokens it had to add. */
  faults(language: string, source: string): Promise<number>;
}

/**
 * A secret in a diff, found before any provider reads it. `kind` is the shape's name; `line` is 1-based on the head side, on the base side for a
 * deleted line. `isHint`: it looks enough like one to be hidden, and too little to be a finding. `isOnlyHere`: hidden in its place alone, for
 * what stands there could be code elsewhere. `isPlaceholder`: only a sample, hidden like the real ones and no finding.
 */
export interface Secret {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly value: string;
  readonly added: boolean;
  readonly isHint?: boolean;
  readonly isOnlyHere?: boolean;
  readonly isPlaceholder?: boolean;
}

export interface SecretScanner {
  /** Every line of the diffs. */
  scan(files: readonly ChangedFile[]): Promise<readonly Secret[]>;
  /** Any text that a provider may come to see. */
  scanText(text: string): Promise<readonly Pick<Secret, "kind" | "value" | "isOnlyHere">[]>;
}

/** Files of one revision, never of a working tree: what the change itself touches has no say in its own review. */
export interface BaseFiles {
  /** The text of a file, or null where there is none. Throws `ReviewError` for what is there and cannot be read as text. */
  readBaseFile(path: string, signal: AbortSignal): Promise<string | null>;
  /** The paths of the files directly in a folder, sorted; empty where there is no such folder. */
  listBaseFiles(folder: string, signal: AbortSignal): Promise<string[]>;
}

/** The id of an offline rule, such as `javascript-sql-injection`: it can stand in any report as it is. */
export const RuleId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** Secrets that are committed. Nothing silences one at P0 without a reason. */
export const secretRuleId = "committed-secret";

const page = "https://github.com/pr-debate/pr-debate/blob/main/docs/offline-rules.md";

/** Where a shipped rule is documented: each has a section with its id as the heading. */
export function rulePage(id: string): string {
  return `${page}#${id}`;
}

/** What a reader may look up about a rule that spoke. `url` leads to its documentation; null for a rule of the repository's own. */
export const RuleInfo = z
  .object({ id: RuleId, title: z.string(), help: z.string(), url: z.string().nullable() })
  .refine(({ id, url }) => url === null || url === rulePage(id));
export type RuleInfo = z.infer<typeof RuleInfo>;
