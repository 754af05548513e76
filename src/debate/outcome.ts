import { applySuggestion } from "../diff/suggestion.ts";
import type { Reading } from "../diff/triage.ts";
import type { Seat } from "../domain/agent.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Failure } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Panel, Usage } from "../domain/review.ts";

/** The seats with their health. Without model seats the panel is `offline`, and says so. */
export function panelOf(seats: readonly Seat[], failures: readonly Failure[]): Panel {
  return {
    state: "offline",
    seats: seats.map(({ name, provider, model, persona, counted }) => {
      const reasons = failures.filter(({ seat }) => seat === name).map(({ reason }) => reason);
      const seat = { name, provider, model, persona, counted, healthy: reasons.length === 0 };
      return reasons.length === 0 ? seat : { ...seat, failure: reasons.join("; ") };
    }),
  };
}

/** Why there is nothing to review, or null when there is. A file that could not be read is never nothing. */
export function skipOf(change: Change, reading: (file: ChangedFile) => Reading): string | null {
  if (change.files.length === 0) return "the change is empty";
  const open = change.files.filter((file) => reading(file).state !== "excluded" && file.kind !== "submodule");
  if (open.length === 0) return null;
  return open.every(({ hunks, unreviewed }) => hunks.length === 0 && unreviewed === undefined)
    ? "no text was changed, only names, modes or empty files"
    : null;
}

/** Changes that a list of hunks hides and a reviewer must not miss (H70). */
export function remarkable(change: Change): string[] {
  return change.files.flatMap(({ path, kind, status, baseMode, headMode }) => {
    if (kind === "submodule") return [`${path} is a submodule: its commits are not part of this review.`];
    if (kind === "symlink" && status !== "removed") return [`${path} is a symbolic link: check where it points.`];
    if (headMode === "100755" && baseMode !== "100755" && status !== "added") return [`${path} became executable.`];
    return path.startsWith(".github/workflows/")
      ? [`${path} is a workflow: it runs with this repository's rights.`]
      : [];
  });
}

/** Findings whose suggestion applies, or whose fix names code that stands in the file: the scoring's "concrete fix" (design §5). */
export function concreteFixes(change: Change, findings: readonly Finding[]): Set<string> {
  const files = new Map(change.files.map((file) => [file.path, file]));
  const concrete = findings.filter((finding) => {
    const file = files.get(finding.path);
    return file !== undefined && ("text" in applySuggestion(file, finding) || namesCode(finding.fix ?? "", file));
  });
  return new Set(concrete.map(({ id }) => id));
}

function namesCode(fix: string, { headText }: ChangedFile): boolean {
  const named = fix.matchAll(/`(?<code>[^`\n]+)`|(?<call>[\w.]+)\(/g);
  return [...named].some(({ groups }) => {
    const code = groups?.["code"] ?? groups?.["call"] ?? "";
    return code.trim().length >= 3 && (headText ?? "").includes(code);
  });
}

/** Offline seats call nobody. */
export function noUsage(seats: readonly Seat[]): Usage {
  const nothing = { calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 };
  return { ...nothing, seats: seats.map(({ name }) => ({ name, ...nothing })) };
}
