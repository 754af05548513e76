import { distinctClaims, type Finding } from "../domain/finding.ts";
import { type Hiding, shownPath, shuffled } from "../prompts/shown.ts";
import type { Item } from "../prompts/task.ts";

export interface Labelled {
  readonly label: string;
  readonly finding: Finding;
}

/**
 * Findings under labels that are valid for one request, in an order that depends on the seat and the findings alone: neither id nor
 * position tells who raised one. The seat's own findings have another letter.
 */
export function labelled(findings: readonly Finding[], seat: string, letter: "F" | "O" = "F"): Labelled[] {
  const sorted = [...findings].sort((a, b) => (a.id < b.id ? -1 : 1));
  const order = shuffled(sorted, [seat, ...sorted.map(({ id }) => id)].join(" "));
  return order.map((finding, index) => ({ label: `${letter}${index + 1}`, finding }));
}

/** The finding id behind what a model wrote as an id; null for anything that was not an item of the request. */
export function idOf(given: string, items: readonly Labelled[]): string | null {
  const label = given.trim().toUpperCase();
  return items.find((item) => item.label === label)?.finding.id ?? null;
}

export function itemOf({ label, finding }: Labelled): Item {
  const { severity, category, path, line, title, quote } = finding;
  return { id: label, severity, category, path, line, title, quote, detail: wholeDetail(finding) };
}

/** The detail with every other claim that was merged into the finding: an item is all of them. */
function wholeDetail({ title, detail, alsoReported }: Finding): string {
  const others = distinctClaims({ title, detail, alsoReported }).map((claim) => {
    const { at } = claim;
    const place = at === undefined ? "" : ` (${at.path}:${at.line})`;
    return `Also claimed here: ${claim.title}${place}${claim.detail ? `: ${claim.detail}` : ""}`;
  });
  return [detail, ...others].join("\n");
}

/** Paths that had to be shown with escapes come back as they were shown; the gate wants them as they are. */
export function withRealPaths<Placed extends { readonly path: string }>(
  placed: readonly Placed[],
  paths: readonly string[],
  mask: Hiding,
): Placed[] {
  const real = new Map(paths.map((path) => [shownPath(path, mask), path]));
  return placed.map((one) => (paths.includes(one.path) ? one : { ...one, path: real.get(one.path) ?? one.path }));
}
