import { anchorIn } from "../../code/anchor/anchor.ts";
import { codeAt } from "../../code/anchor/excerpt.ts";
import type { Change, ChangedFile } from "../../domain/change.ts";
import type { Finding } from "../../domain/finding.ts";
import { withoutNumbers } from "../../text/mask-form.ts";

/**
 * Earlier findings with the code that they quote. A review redacts secrets in its findings, so a redacted quote is not found in the real code.
 * It is found in the code `cleaned` in the same way, and gets the real code back from there.
 */
export function withQuotes(
  previous: readonly Finding[],
  change: Change,
  newPaths: readonly string[],
  cleaned: Cleaned,
): readonly Finding[] {
  const quoted = previous.flatMap((finding) => [finding, ...finding.alsoReported.flatMap(({ at }) => at ?? [])]);
  if (!quoted.some(isRedacted)) return previous;
  const wanted = new Set([...quoted.filter(isRedacted).map(({ path }) => path), ...newPaths]);
  const files = change.files.filter(({ path, previousPath = path }) => wanted.has(path) || wanted.has(previousPath));
  const anchor = anchorIn({ ...change, files: files.map((file) => cleanedFile(file, cleaned)) });
  const own = <One extends Quotation>(one: One): One => {
    if (!isRedacted(one)) return one;
    const { line, side } = one;
    const quote = withoutNumbers(one.quote);
    const anchorings = [one.path, ...newPaths].map((path) =>
      anchor({ path, quote, line: line ?? undefined, isKnown: true, side }),
    );
    const place = anchorings.flatMap((found) => ("place" in found ? [found.place] : []))[0];
    const file = files.find(({ path }) => path === place?.path);
    return file === undefined || place === undefined ? one : { ...one, quote: codeAt(file, place) };
  };
  return previous.map((finding) => ({
    ...own(finding),
    alsoReported: finding.alsoReported.map((claim) =>
      claim.at === undefined ? claim : { ...claim, at: own(claim.at) },
    ),
  }));
}

type Quotation = Pick<Finding, "path" | "quote" | "line" | "side">;

export function isRedacted({ quote }: Pick<Quotation, "quote">): boolean {
  return quote.includes("[redacted ");
}

/** The text of a file as a review leaves it in its findings. */
type Cleaned = (text: string, path: string) => string;

function cleanedFile(file: ChangedFile, clean: Cleaned): ChangedFile {
  const { headText, hunks, path } = file;
  const cleaned = (line: string): string => withoutNumbers(clean(line, path));
  return {
    ...file,
    hunks: hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map((one) => ({ ...one, text: cleaned(one.text) })) })),
    ...(typeof headText === "string" ? { headText: headText.split("\n").map(cleaned).join("\n") } : {}),
  };
}
