import { isSeq, parseDocument, stringify } from "yaml";
import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { type MemoryItem, memoryKinds } from "../../domain/memory/item.ts";
import { explainIssues, show } from "../../settings/explain.ts";
import { Globs, list, oneOf, text } from "../../settings/fields.ts";
import { type Problem, problemSentences, readYaml } from "../../settings/read-yaml.ts";
import type { Suggestions } from "./suggest.ts";

export const memoryPath = ".github/pr-debate/memory.yml";
const mostItems = 200;

const id = "an id of 1 to 64 characters a-z, 0-9 and -";
const link = "an address that begins with https://, of at most 300 characters";
const until = "a day such as 2027-01-31";

const itemShape = {
  id: z.string({ error: id }).regex(/^[a-z0-9][a-z0-9-]{0,63}$/, { error: id }),
  kind: oneOf(memoryKinds),
  title: text("the title", 200),
  paths: Globs.refine((globs) => globs.length > 0, { error: "a list of at least one glob" }),
  reason: text("the reason", 1_000),
  link: z
    .url({ protocol: /^https$/, error: link })
    .max(300, { error: link })
    .optional(),
  until: z.iso.date({ error: until }).optional(),
};
const fileShape = {
  version: z.literal(1, { error: "1, the only version there is" }),
  items: list(
    z.strictObject(itemShape, { error: "a mapping with id, kind, title, paths and reason" }),
    mostItems,
    "each a decision",
  ),
};
const MemoryFile = z.strictObject(fileShape, { error: "a mapping with version and items" });

/** The items in the text of a memory file. A file with any mistake gives none: it throws one `ReviewError` with all mistakes. */
export function parseMemory(written: string, source: string): readonly MemoryItem[] {
  const reading = readYaml(written);
  if (!reading.ok) throw invalid(source, reading.problems);
  const { value, lineOf } = reading;
  const parsed = MemoryFile.safeParse(value);
  const problems = explainIssues(parsed.error?.issues ?? [], value, lineOf, [fileShape, itemShape]);
  if (parsed.data === undefined) throw invalid(source, problems);
  const { items } = parsed.data;
  const twice = items.flatMap((item, index) =>
    items.findIndex((one) => one.id === item.id) < index
      ? [
          {
            line: lineOf(["items", index, "id"]),
            text: `items[${index}].id is ${show(item.id)}; another item has this id.`,
          },
        ]
      : [],
  );
  if (twice.length > 0) throw invalid(source, twice);
  return items;
}

function invalid(source: string, problems: readonly Problem[]): ReviewError {
  return new ReviewError(
    problemSentences(source, problems).join("\n"),
    "Correct it on the base branch; docs/memory.md shows the form.",
  );
}

/** Candidates as a whole memory file, with the evidence of each as comments. All texts are on one line, so none ends its comment. */
export function suggestionsYaml({ suggestions, left }: Suggestions): string {
  const items = suggestions.map(({ item, evidence, suppressed }) => {
    const comments = [
      ...evidence.map((line) => `# Evidence: ${line}`),
      ...(suppressed.length === 0 ? ["# It would have taken out nothing; seats only see it."] : []),
      ...suppressed.map((line) => `# It would have taken out: ${line}`),
    ];
    const entry = stringify([item], { lineWidth: 0 }).trimEnd();
    return [...comments, ...entry.split("\n")].map((line) => `  ${line}`).join("\n");
  });
  const none = items.length === 0 ? ["items: []"] : ["items:", ...items];
  const isEmpty = items.length + left.length === 0;
  const nothing = "# No candidate: no finding was dismissed with a reason or argued away, and no P1 was fixed.";
  const rest = isEmpty ? [nothing] : left.map((line) => `# Not suggested: ${line}`);
  return `${["version: 1", ...none, ...rest].join("\n")}\n`;
}

/** The file with more items at its end; its own comments stay. Throws a `ReviewError` for a file with a mistake. */
export function withItems(written: string | null, items: readonly MemoryItem[], source: string): string {
  if (written === null) return stringify({ version: 1, items }, { lineWidth: 0 });
  parseMemory(written, source);
  const document = parseDocument(written);
  const list = document.get("items");
  if (!isSeq(list)) throw new Error("a valid memory file has a list of items");
  list.flow = false;
  for (const item of items) list.add(document.createNode(item));
  return document.toString({ lineWidth: 0 });
}
