import { z } from "zod";
import { languageOf, type Rule } from "../src/panel/rules/rule.ts";

export const weaknesses = [
  "command-injection",
  "code-injection",
  "path-traversal",
  "prototype-pollution",
  "redos",
  "cross-site-scripting",
] as const;
export const Weakness = z.enum(weaknesses);
export type Weakness = z.infer<typeof Weakness>;

export const RulesCase = z.strictObject({
  package: z.string(),
  vulnerable: z.string(),
  fixed: z.string(),
  weakness: Weakness,
  id: z.string().optional(),
});
export type RulesCase = z.infer<typeof RulesCase>;

/** `rules-corpus.json`: the query was written and committed before the rules were tuned; it is data, not a setting. */
export const Corpus = z.strictObject({
  query: z.string(),
  fixedOn: z.string(),
  source: z.string(),
  cases: z.array(RulesCase),
  excluded: z.array(z.strictObject({ package: z.string(), vulnerable: z.string(), reason: z.string() })),
});
export type Corpus = z.infer<typeof Corpus>;

/** What the bench reads of the Review JSON (docs/interfaces.md). `alsoReported` holds a rule's finding that was merged into another. */
export const ReviewedFinding = z.object({
  path: z.string(),
  line: z.number().nullable(),
  severity: z.string(),
  title: z.string(),
  raisedBy: z.array(z.string()),
  alsoReported: z.array(z.object({ seat: z.string(), title: z.string() })).nullish(),
});
export type ReviewedFinding = z.infer<typeof ReviewedFinding>;
export const ReviewJson = z.object({
  result: z.string(),
  reason: z.string(),
  panel: z.object({ seats: z.array(z.object({ name: z.string(), failure: z.string().nullish() })) }),
  findings: z.array(ReviewedFinding),
});
export type ReviewJson = z.infer<typeof ReviewJson>;

/** One direction of a case: a review (`incomplete` says why it is one in part), or why there is none. */
export type Side =
  | { readonly status: "reviewed"; readonly findings: readonly ReviewedFinding[]; readonly incomplete: string | null }
  | { readonly status: "error"; readonly reason: string };
/** `rule` is null where the title belongs to no rule file: such a finding is counted, but never of a weakness. */
export interface Hit {
  readonly rule: string | null;
  readonly title: string;
  readonly path: string;
  readonly line: number | null;
  readonly severity: string;
}
/** `others` and `alarms` are null where the review of that direction failed: unknown is not none. */
export interface CaseResult {
  readonly case: RulesCase;
  readonly outcome: "found" | "missed" | "error";
  readonly matching: readonly Hit[];
  readonly others: readonly Hit[] | null;
  readonly alarms: readonly Hit[] | null;
  readonly notes: readonly string[];
}

export type NamedRule = Pick<Rule, "id" | "title" | "languages">;

const rulesSeat = "rules";
/** Fixed together with the corpus. A key counts at the start of a word of a rule's id, so `decode` is no `code`, `xpath` no `path`. */
const wordsOf: Readonly<Record<Weakness, RegExp>> = {
  "command-injection": /(?:^|-)(?:shell|command|exec)/,
  "code-injection": /(?:^|-)(?:eval|code|template|vm)/,
  "path-traversal": /^(?!.*redirect).*?(?:^|-)(?:path|traversal)/,
  "prototype-pollution": /(?:^|-)(?:prototype|pollution)/,
  redos: /(?:^|-)(?:redos|regex)/,
  "cross-site-scripting": /(?:^|-)(?:html|markup|xss)/,
};

export function isOfWeakness(rule: string | null, weakness: Weakness): boolean {
  return rule !== null && wordsOf[weakness].test(rule);
}

/** A printed Review as one side of a case. Without the rules seat at the table, silence would be no measurement. */
export function sideOf(json: string): Side {
  const review = ReviewJson.safeParse(parseJson(json));
  if (!review.success)
    return { status: "error", reason: `the review is no Review JSON: ${z.prettifyError(review.error)}` };
  const { panel, findings, result, reason } = review.data;
  const seat = panel.seats.find(({ name }) => name === rulesSeat);
  if (seat === undefined) return { status: "error", reason: "the rules seat did not sit at the table" };
  const causes = [seat.failure ?? "", result === "inconclusive" ? reason : ""].filter((cause) => cause !== "");
  return { status: "reviewed", findings, incomplete: causes.length > 0 ? causes.join("; ") : null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Said by the caller's schema error: nothing is hidden.
    return null;
  }
}

/**
 * `appears` is the change fixed → vulnerable, `disappears` the way back. Found: a rule of the case's weakness spoke on `appears`.
 * Alarm: any rule spoke on `disappears`. A finding carries no rule id, so its title tells the rule.
 */
export function classify(one: RulesCase, appears: Side, disappears: Side, rules: readonly NamedRule[]): CaseResult {
  const hits = appears.status === "error" ? null : hitsOf(appears.findings, rules);
  const matching = hits?.filter(({ rule }) => isOfWeakness(rule, one.weakness)) ?? [];
  const outcome = matching.length > 0 ? "found" : "missed";
  return {
    case: one,
    outcome: hits === null ? "error" : outcome,
    matching,
    others: hits?.filter(({ rule }) => !isOfWeakness(rule, one.weakness)) ?? null,
    alarms: disappears.status === "error" ? null : hitsOf(disappears.findings, rules),
    notes: [...notesOf("vulnerable side", appears), ...notesOf("fixed side", disappears)],
  };
}

function notesOf(name: string, side: Side): string[] {
  if (side.status === "error") return [`${name}: error: ${side.reason}`];
  return side.incomplete === null ? [] : [`${name}: incomplete: ${side.incomplete}`];
}

function hitsOf(findings: readonly ReviewedFinding[], rules: readonly NamedRule[]): Hit[] {
  return findings
    .filter(({ raisedBy }) => raisedBy.includes(rulesSeat))
    .flatMap(({ path, line, severity, title, alsoReported }) => {
      const merged = (alsoReported ?? []).filter(({ seat }) => seat === rulesSeat).map((report) => report.title);
      const hits = [title, ...merged].map((text) => ({ rule: ruleOf(text, path, rules), title: text }));
      const known = new Map(hits.flatMap((hit) => (hit.rule === null ? [] : [[hit.rule, hit]])));
      return (known.size > 0 ? [...known.values()] : hits.slice(0, 1)).map((hit) => ({ ...hit, path, line, severity }));
    });
}

/** A title may carry more after the rule's own, so the longest that fits is meant; of rules that share it, the one for this language. */
function ruleOf(title: string, path: string, rules: readonly NamedRule[]): string | null {
  const fits = rules.filter((rule) => title.startsWith(rule.title));
  const longest = Math.max(...fits.map((rule) => rule.title.length));
  const meant = fits.filter((rule) => rule.title.length === longest);
  return (meant.find((rule) => reads(rule, path)) ?? meant[0])?.id ?? null;
}

function reads({ languages }: NamedRule, path: string): boolean {
  const language = languageOf(path);
  const isScript = language === "typescript" || language === "tsx";
  return language !== null && (languages.includes(language) || (isScript && languages.includes("javascript")));
}
