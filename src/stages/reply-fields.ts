import { z } from "zod";
import { rulings } from "../domain/debate.ts";
import { Category, readSeverity, type Severity } from "../domain/severity.ts";
import { cutCharacters } from "../text/text.ts";
import { inAnySpelling, linesIn, listIn, stepsIn, textsIn } from "./reply-forms.ts";

const longestTitle = 200;
const longestText = 4_000;

/** Fields of a model's reply: only what we need is asked for, and a wrong optional field is as good as none. */
export const Text = z.string().transform((text) => cutCharacters(text.trim(), longestText));
export const OptionalText = Text.nullish().catch(null);
const Anything = z.unknown().optional();
const Line = Anything.transform(readLine);
const Quote = Anything.transform((value) => readQuote(linesIn(value)));
/** One text or a list of lines; null where there is none. */
const Lines = Anything.transform((value) => Text.parse(linesIn(value)) || null);
/** One text or a list of steps. */
const Steps = Anything.transform((value) => Text.parse(stepsIn(value)) || null);
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

/** A finding counts without a title too: what it claims is in its quote, its detail and its failure path. */
export const FindingReply = inAnySpelling({
  severity: GivenSeverity,
  category: AnyCategory,
  title: Anything.transform((value) => textsIn(value).join(" ").trim()),
  detail: Lines,
  path: Path,
  line: Line,
  quote: Quote,
  failurePath: Steps,
  fix: Lines,
  /** Applied as it is, so a longer one is left out rather than cut. */
  suggestion: z.string().max(longestText).nullish().catch(null),
}).transform((finding) => ({ ...finding, title: titleOf(finding) }));

export const EvidenceReply = inAnySpelling({ path: Path, line: Line, quote: Quote.pipe(z.string().min(1)) });

/** A list whose items are looked at one by one. */
export const List = Anything.transform(listIn);

export const VoteReply = inAnySpelling({
  id: Id,
  verdict: z.enum(["agree", "dispute", "duplicate", "abstain"]).catch("abstain"),
  severity: OptionalSeverity,
  reason: Lines,
  of: Id.nullish().catch(null),
  evidence: List,
});

export const ArgumentReply = inAnySpelling({
  argument: Text.pipe(z.string().min(1)),
  /** Only a plain `true` gives a point up. */
  concede: z.boolean().nullish().catch(null),
  evidence: List,
});

export const RulingReply = inAnySpelling({
  ruling: z.enum(rulings),
  severity: OptionalSeverity,
  reason: Lines,
  evidence: List,
});

export const WordingReply = inAnySpelling({
  id: Id,
  title: z.string().transform((title) => cutCharacters(title.trim(), longestTitle)),
  body: Text,
});

export const ApprovalReply = inAnySpelling({
  id: Id,
  verdict: z.enum(["approve", "reject"]),
  reason: Lines,
  evidence: List,
});

/** Remarks beside the findings: texts only, and not more than a reader would read. */
export const Remarks = z
  .array(OptionalText)
  .nullish()
  .catch(null)
  .transform((texts) => (texts ?? []).flatMap((text) => (text ? [text] : [])).slice(0, 10));

function titleOf({ title, detail }: { readonly title: string; readonly detail: string | null }): string {
  const [firstLine = ""] = (detail ?? "").split("\n");
  return cutCharacters(title || firstLine.trim() || "Untitled finding", longestTitle);
}

/** `12`, `"12"`, and `"10-12"` for its first line; anything else is no hint. */
function readLine(value: unknown): number | undefined {
  const digits = /^\s*(?<line>\d{1,9})\s*(?:[-–]\s*\d{1,9}\s*)?$/.exec(
    typeof value === "number" || typeof value === "string" ? String(value) : "",
  );
  const line = Number(digits?.groups?.["line"] ?? 0);
  return line > 0 ? line : undefined;
}

/** Some models copy the gutter of the listing (`+  12 | code`) with the code: it goes when every line has it. */
function readQuote(given: string): string {
  const quote = cutCharacters(given, longestText, "");
  const lines = quote.split("\n").filter((line) => line.trim() !== "");
  const gutter = /^[ +~-]? *\d+ \| ?/;
  return lines.length > 0 && lines.every((line) => gutter.test(line))
    ? lines.map((line) => line.replace(gutter, "")).join("\n")
    : quote;
}
