import { comparedText, isAlike, type Likeness, likenessOver, sameFinding } from "../../code/anchor/same-finding.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import type { Label } from "./cases.ts";

/** Lines that may lie between a finding and a label about the same defect. */
const nearLines = 3;

export type FoundFinding = Pick<Finding, "title" | "detail" | "path" | "startLine" | "line" | "side">;

/** Whether a finding is about a label of its case. */
export type About = (finding: FoundFinding, label: Label) => boolean;

/**
 * A finding is about a label in the same file if their lines are at most 3 apart. Where one of them has no line, or the label has no file,
 * their words decide, by the measure with which the protocol compares findings.
 */
export function aboutByPlace(findings: readonly FoundFinding[], labels: readonly Label[]): About {
  const likeness = likenessOver([...findings.map(comparedText), ...labels.map(({ text }) => text)]);
  return (finding, label) => isAbout(finding, label, likeness);
}

function isAbout(finding: FoundFinding, label: Label, likeness: Likeness): boolean {
  if (label.path !== undefined && label.path !== finding.path) return false;
  if (label.from === undefined || finding.line === null)
    return isAlike(finding, { title: label.text, detail: "" }, likeness);
  if ((finding.side === "LEFT" ? "base" : "head") !== label.side) return false;
  const [start, end] = [finding.startLine ?? finding.line, finding.line];
  return Math.max(start, label.from) - Math.min(end, label.to ?? label.from) <= nearLines;
}

/** A finding's label; null where it has none. `repeats`: it is about a label that another finding has. */
export interface Matched<Item extends FoundFinding> {
  readonly finding: Item;
  readonly label: Label | null;
  readonly repeats: boolean;
}

/**
 * Gives each finding at most one label and each label at most one finding, so that as many as possible have one (Kuhn's algorithm: a
 * finding takes a label from another that can have a different one). The order of the findings decides between equal solutions.
 */
export function matchOneToOne<Item extends FoundFinding>(
  findings: readonly Item[],
  labels: readonly Label[],
  about: About,
): readonly Matched<Item>[] {
  const holder = new Map<Label, Item>();
  const place = (finding: Item, tried: Set<Label>): boolean => {
    for (const label of labels) {
      if (tried.has(label) || !about(finding, label)) continue;
      tried.add(label);
      const present = holder.get(label);
      if (present !== undefined && !place(present, tried)) continue;
      holder.set(label, finding);
      return true;
    }
    return false;
  };
  for (const finding of findings) place(finding, new Set());
  const labelOf = new Map([...holder].map(([label, finding]) => [finding, label]));
  return findings.map((finding) => {
    const label = labelOf.get(finding) ?? null;
    return { finding, label, repeats: label === null && [...holder.keys()].some((held) => about(finding, held)) };
  });
}

/** Which findings of several runs count: those of any run, or those of more than half of them. */
export type Repeated = "any" | "most";

/** The findings of several runs of one reviewer, each defect once, by the rule with which the protocol merges findings. */
export function severalRuns(runs: readonly (readonly Finding[])[], which: Repeated): readonly Finding[] {
  const likeness = likenessOver(runs.flat().map(comparedText));
  const groups: { readonly first: Finding; readonly runs: Set<number> }[] = [];
  runs.forEach((findings, run) => {
    for (const finding of findings) {
      const same = groups.find(
        ({ first, runs: known }) =>
          !known.has(run) && sameFinding(located(first, "earlier"), located(finding, "later"), likeness),
      );
      if (same === undefined) groups.push({ first: finding, runs: new Set([run]) });
      else same.runs.add(run);
    }
  });
  const needed = which === "any" ? 1 : Math.floor(runs.length / 2) + 1;
  return groups.filter(({ runs: found }) => found.size >= needed).map(({ first }) => first);
}

/** A finding without a line is compared by its words. */
function located({ path, side, startLine, line, title, detail }: Finding, seat: string) {
  const last = line ?? Number.NEGATIVE_INFINITY;
  return { path, side, startLine: startLine ?? last, line: last, title, detail, seat };
}

export function isFindingOf(review: Review, finding: object): boolean {
  return review.findings.some((one) => one === finding);
}
