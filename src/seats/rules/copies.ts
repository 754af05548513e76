import type { ChangedFile } from "../../domain/change.ts";
import type { Draft } from "../../domain/finding.ts";

const mostNamed = 5;

/**
 * One draft for all that a rule with one of `titles` says of a change: it names the other places. Only for hints below P1 whose weight does not depend on the
 * file: of others, the one that counts could be the one that is dropped.
 */
export function asOneEach(drafts: readonly Draft[], titles: ReadonlySet<string>): Draft[] {
  const groups = Map.groupBy(drafts, (draft) => (titles.has(draft.title) ? draft.title : draft));
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [withOthers(first, others)]));
}

function withOthers(draft: Draft, others: readonly Draft[]): Draft {
  if (others.length === 0) return draft;
  const named = others.slice(0, mostNamed).map(({ path, line }) => `${path}:${line ?? "?"}`);
  const left = others.length - named.length;
  const places = left === 0 ? named.join(", ") : `${named.join(", ")} and ${left} more`;
  return { ...draft, detail: `${draft.detail} The same holds at ${places}.` };
}

/** Did some file of the change have this literal before? Then it was moved or copied; the change brought nothing new. Names can get another value. */
export function isOld(files: readonly ChangedFile[]): (code: string) => boolean {
  const before = files.map(
    ({ baseText, hunks }) =>
      baseText ??
      hunks.flatMap(({ lines }) => lines.flatMap(({ kind, text }) => (kind === "added" ? [] : [text]))).join("\n"),
  );
  const known = new Map<string, boolean>();
  return (code) => {
    const answer = known.get(code) ?? (code.startsWith("/") && before.some((text) => text.includes(code)));
    known.set(code, answer);
    return answer;
  };
}
