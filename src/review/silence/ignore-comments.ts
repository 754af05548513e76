import { type IgnoreComment, ignoreCommentIn, stoodBefore } from "../../anchor/ignore-comment.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Place } from "../../domain/finding.ts";
import { meant, quoted } from "../../domain/known-names.ts";

interface At {
  readonly path: string;
  readonly line: number;
}

interface Beside {
  readonly at: At;
  readonly comment: IgnoreComment;
  readonly isAtBase: boolean;
}

const mostRemarks = 10;

/** The comments that speak of a place: on its first line, or alone on the line before. A deleted line has none. */
export type CommentFinder = (place: Place) => readonly Beside[];

export function commentFinder(files: readonly ChangedFile[]): CommentFinder {
  const lines = new Map<string, ReadonlyMap<number, string>>();
  const linesOf = (file: ChangedFile): ReadonlyMap<number, string> => {
    const known = lines.get(file.path) ?? headLines(file);
    lines.set(file.path, known);
    return known;
  };
  return ({ path, side, startLine }) => {
    const file = files.find((one) => one.path === path);
    if (file === undefined || side === "LEFT") return [];
    return [startLine, startLine - 1].flatMap((line) => {
      const comment = ignoreCommentIn(linesOf(file).get(line) ?? "", path);
      if (comment === null || (line !== startLine && !comment.isAlone)) return [];
      return [{ at: { path, line }, comment, isAtBase: stoodBefore(file, line, comment) }];
    });
  };
}

/** What is wrong with comments that the change has: no rule, a rule that there is not, no reason. */
export function remarksOnComments(files: readonly ChangedFile[], ruleIds: readonly string[]): string[] {
  const remarks = files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines.flatMap(({ kind, text, head }) => {
        const comment = kind === "removed" || head === null ? null : ignoreCommentIn(text, file.path);
        if (comment === null || head === null) return [];
        return faultsOf(comment, ruleIds).map((fault) => remarkOnComment({ path: file.path, line: head }, fault));
      }),
    ),
  );
  const left = remarks.length - mostRemarks;
  return left <= 0
    ? remarks
    : [...remarks.slice(0, mostRemarks), `${left} more comments of this kind have such a fault.`];
}

export function remarkOnComment({ path, line }: At, what: string): string {
  return `${path}:${line}: the comment pr-debate-ignore ${what}`;
}

function faultsOf({ rules, reason }: IgnoreComment, ruleIds: readonly string[]): string[] {
  if (rules.length === 0) return ["names no rule: write pr-debate-ignore RULE: REASON."];
  const unknown = ruleIds.length === 0 ? [] : rules.filter((rule) => !ruleIds.includes(rule));
  return [
    ...unknown.map((rule) => `names the unknown rule ${quoted(rule)}.${meant(rule, ruleIds)}`),
    ...(reason === "" ? ["gives no reason, so it silences nothing: write pr-debate-ignore RULE: REASON."] : []),
  ];
}

function headLines({ headText, hunks }: ChangedFile): Map<number, string> {
  if (typeof headText === "string") return new Map(headText.split("\n").map((text, index) => [index + 1, text]));
  return new Map(
    hunks.flatMap(({ lines }) => lines.flatMap(({ head, text }) => (head === null ? [] : [[head, text]]))),
  );
}
