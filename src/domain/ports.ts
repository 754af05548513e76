import type { Change, ChangedFile, Revision } from "./change.ts";
import type { Failure, Objection } from "./debate.ts";
import type { Draft, Finding } from "./finding.ts";

/** A change before its diff was read: unified diff text of `git diff`, or GitHub's file list with headerless patches. */
export interface RawChange {
  readonly repo: string | null;
  readonly number: number | null;
  readonly base: Revision;
  readonly head: Revision;
  readonly mergeBase: string | null;
  readonly diff:
    | { readonly kind: "git"; readonly text: string }
    | { readonly kind: "github"; readonly files: readonly PatchFile[] };
}

/** One entry of `GET /pulls/{n}/files`; `patch` is absent for binary and for too large files. */
export interface PatchFile {
  readonly filename: string;
  readonly previous_filename?: string | undefined;
  readonly status: string;
  readonly patch?: string | undefined;
}

/** Whole file texts by side; a side that cannot be had is left out, a side that does not exist is null. */
export interface Contents {
  readonly base?: string | null;
  readonly head?: string | null;
}

export interface ChangeSource {
  fetch(signal: AbortSignal): Promise<RawChange>;
  /** Texts for the given files, by path. A text that is binary or over the size cap is left out. */
  contents(files: readonly ChangedFile[], signal: AbortSignal): Promise<ReadonlyMap<string, Contents>>;
}

/** What a seat delivered on a batch. `dropped` are drafts of the wrong shape, with the reason; `failures` are parts of its work that broke. */
export interface Proposal {
  readonly drafts: readonly Draft[];
  readonly dropped: readonly string[];
  readonly failures: readonly (Failure & { readonly path?: string })[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
}

/** `files` are the ones this seat may read, at head; `index` of `of` batches, 1-based. */
export interface ProposeRequest {
  readonly files: readonly ChangedFile[];
  readonly index: number;
  readonly of: number;
}

export interface ExamineRequest {
  readonly change: Change;
  readonly findings: readonly Finding[];
}

/** One reviewer in our words. A method a seat does not have, it is never asked for. A method that throws is a Failure of the seat. */
export interface Agent {
  propose?(request: ProposeRequest, signal: AbortSignal): Promise<Proposal>;
  /** Disproof by code, never a vote. */
  examine?(request: ExamineRequest, signal: AbortSignal): Promise<readonly Objection[]>;
}

export interface Seat {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona: string;
  /** Models are counted for quorum; rule engines are not. */
  readonly counted: boolean;
  readonly agent: Agent;
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
}

/** A secret in a diff, found before any provider reads it. `kind` is the shape's name; `line` is 1-based on the head side, on the base side for a deleted line. */
export interface Secret {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly value: string;
  readonly added: boolean;
}

export interface SecretScanner {
  scan(files: readonly ChangedFile[]): Promise<readonly Secret[]>;
}
