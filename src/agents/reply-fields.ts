import { z } from "zod";
import { rulings } from "../domain/debate.ts";
import { Category, readSeverity, type Severity } from "../domain/severity.ts";
import { cutCharacters } from "../text.ts";

const longestTitle = 200;
const longestText = 4_000;

/** Fields of a model's reply: only what we need is asked for, and a wrong optional field is as good as none. */
export const Text = z.string().transform((text) => cutCharacters(text.trim(), longestText));
export const OptionalText = Text.nullish().catch(null);
const Anything = z.unknown().optional();
const Line = Anything.transform(readLine);
const Quote = z.string().nullish().catch(null).transform(readQuote);
/** A path is looked up, so it is kept as it is; a longer one is none. */
const Path = z.string().min(1).max(4_096);
export const Id = z.union([z.string(), z.number()]).transform((id) => String(id).trim());

/** A word that is no severity is kept as it was given: the claim must not be lost for it. */
const GivenSeverity = Anything.transform((value): Severity | { readonly unknown: string } => {
  const given = value === undefined ? "missing" : JSON.stringify(value);
  return readSeverity(value) ?? { unknown: given.length > 40 ? "a longer text" : given };
});
const OptionalSeverity = Anything.transform((value) => readSeverity(value) ?? undefined);

const AnyCategory = Anything.transform((value) =>
  Category.parse(
    typeof value === "string"
      ? value
          .trim()
          .toLowerCase()
          .replace(/[\s_]+/g, "-")
      : value,
  ),
);

export const FindingReply = z.object({
  severity: GivenSeverity,
  category: AnyCategory,
  title: z
    .string()
    .trim()
    .min(1)
    .transform((title) => cutCharacters(title, longestTitle)),
  detail: OptionalText,
  path: Path,
  line: Line,
  quote: Quote,
  failurePath: OptionalText,
  fix: OptionalText,
  /** Applied as it is, so a longer one is left out rather than cut. */
  suggestion: z.string().max(longestText).nullish().catch(null),
});

export const EvidenceReply = z.object({ path: Path, line: Line, quote: Quote.pipe(z.string().min(1)) });

/** A list whose items are looked at one by one; what is not a list counts as an empty one. */
const Evidence = z.array(z.unknown()).nullish().catch(null);

export const VoteReply = z.object({
  id: Id,
  verdict: z.enum(["agree", "dispute", "duplicate", "abstain"]).catch("abstain"),
  severity: OptionalSeverity,
  reason: OptionalText,
  of: Id.nullish().catch(null),
  evidence: Evidence,
});

export const ArgumentReply = z.object({
  argument: Text.pipe(z.string().min(1)),
  /** Only a plain `true` gives a point up. */
  concede: z.boolean().nullish().catch(null),
  evidence: Evidence,
});

export const RulingReply = z.object({
  ruling: z.enum(rulings),
  severity: OptionalSeverity,
  reason: OptionalText,
  evidence: Evidence,
});

export const WordingReply = z.object({
  id: Id,
  title: z.string().transform((title) => cutCharacters(title.trim(), longestTitle)),
  body: Text,
});

export const ApprovalReply = z.object({
  id: Id,
  verdict: z.enum(["approve", "reject"]),
  reason: OptionalText,
  evidence: Evidence,
});

/** Remarks beside the findings: texts only, and not more than a reader would read. */
export const Remarks = z
  .array(OptionalText)
  .nullish()
  .catch(null)
  .transform((texts) => (texts ?? []).flatMap((text) => (text ? [text] : [])).slice(0, 10));

/** `12`, `"12"`, and `"10-12"` for its first line; anything else is no hint. */
function readLine(value: unknown): number | undefined {
  const digits = /^\s*(?<line>\d{1,9})\s*(?:[-–]\s*\d{1,9}\s*)?$/.exec(
    typeof value === "number" || typeof value === "string" ? String(value) : "",
  );
  const line = Number(digits?.groups?.["line"] ?? 0);
  return line > 0 ? line : undefined;
}

/** Some models copy the gutter of the listing (`+  12 | code`) with the code: it goes when every line has it. */
function readQuote(value: string | null | undefined): string {
  const quote = cutCharacters(value ?? "", longestText, "");
  const lines = quote.split("\n").filter((line) => line.trim() !== "");
  const gutter = /^[ +~-]? *\d+ \| ?/;
  return lines.length > 0 && lines.every((line) => gutter.test(line))
    ? lines.map((line) => line.replace(gutter, "")).join("\n")
    : quote;
}
