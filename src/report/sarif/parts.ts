import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { categories } from "../../domain/severity.ts";
import { unlinked } from "../../text/prose.ts";
import { plain } from "../../text/text.ts";
import { ruleNamed } from "../rules.ts";
import { hindranceToCommit } from "../steering-files.ts";

type Placed = Pick<Finding, "path" | "line" | "startLine" | "side">;

/** Lines of the base side have no place in the head file, so a deletion is located by its file only. */
export function locationsOf({ path, line, startLine, side }: Placed): object {
  const artifactLocation = artifactOf(path);
  if (artifactLocation === null) return {};
  const region = line === null || side === "LEFT" ? {} : { region: { startLine: startLine ?? line, endLine: line } };
  return { locations: [{ physicalLocation: { artifactLocation, ...region } }] };
}

/**
 * The suggestion as a change that a tool may offer, if a comment on GitHub may offer it too. Whole lines are replaced, with the line ends of
 * the file. Its last line may have none.
 */
export function fixesOf({ excerpts }: Review, finding: Finding): object {
  const { id, suggestion, line, startLine, path } = finding;
  const artifactLocation = artifactOf(path);
  if (suggestion === undefined || line === null || artifactLocation === null) return {};
  if (hindranceToCommit(finding) !== null) return {};
  const rows = excerpts?.[id]?.split("\n") ?? [];
  const own = rows.find((row) => row.startsWith(`${line} | `));
  const isEnd = own !== undefined && !rows.some((row) => row.startsWith(`${line + 1} | `));
  const lineEnd = own?.endsWith("\r") ? "\r\n" : "\n";
  const lines = suggestion.replace(/\n$/, "").replaceAll("\n", lineEnd);
  const end = isEnd ? { endLine: line } : { endLine: line + 1, endColumn: 1 };
  const deletedRegion = { startLine: startLine ?? line, startColumn: 1, ...end };
  const text = suggestion === "" || isEnd ? lines : `${lines}${lineEnd}`;
  const replacements = [{ deletedRegion, insertedContent: { text } }];
  const description = { text: "Replace these lines as suggested" };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation, replacements }] }] };
}

export function isLocatable(path: string): boolean {
  return artifactOf(path) !== null;
}

/** A path as a relative URI reference; null for one that would point out of the repository. */
function artifactOf(path: string): { uri: string; uriBaseId: string } | null {
  const segments = path.toWellFormed().split("/");
  if (segments.some((segment) => segment === "" || segment === "." || segment === "..")) return null;
  return { uri: segments.map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}

/** A rule in SARIF's sense: the offline rule, or for a model's finding its category. */
export function ruleIdOf({ rule, category }: Pick<Finding, "rule" | "category">): string {
  return rule ?? category;
}

/** A descriptor for each rule in the results, by its id. The words of a repository's own rule are untrusted. */
export function ruleDescriptors(review: Review): { id: string }[] {
  const { findings, silenced } = review;
  const used = categories.filter((category) =>
    findings.some((one) => one.rule === undefined && one.category === category),
  );
  const rules = [...new Set([...findings, ...silenced].flatMap(({ rule }) => rule ?? []))];
  // A repository may name a rule like a category. The rule's words say more.
  const bare = used.filter((category) => !rules.includes(category));
  return [
    ...bare.map((id) => ({ id, shortDescription: { text: `A finding of the category ${id}` } })),
    ...rules.map((id) => descriptorOf(review, id)),
  ];
}

function descriptorOf(review: Review, id: string): { id: string } {
  const known = ruleNamed(review, id);
  if (known === null) return { id };
  const { title, help, url } = known;
  return {
    id,
    ...{ shortDescription: { text: inert(title) }, help: { text: unlinked(help) } },
    ...(url === null ? {} : { helpUri: url }),
  };
}

function inert(text: string): string {
  return unlinked(plain(text));
}
