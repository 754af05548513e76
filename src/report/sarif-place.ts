import type { Finding } from "../domain/finding.ts";
import { hindranceToCommit } from "./suggestion.ts";

type Placed = Pick<Finding, "path" | "line" | "startLine" | "side">;

/** Lines of the base side have no place in the head file, so a deletion is located by its file only. */
export function locationsOf({ path, line, startLine, side }: Placed): object {
  const artifactLocation = artifactOf(path);
  if (artifactLocation === null) return {};
  const region = line === null || side === "LEFT" ? {} : { region: { startLine: startLine ?? line, endLine: line } };
  return { locations: [{ physicalLocation: { artifactLocation, ...region } }] };
}

/** The suggestion as a change that a tool may offer, where a comment on GitHub may offer it too. Whole lines are replaced. */
export function fixesOf(finding: Finding): object {
  const { suggestion, line, startLine, path } = finding;
  const artifactLocation = artifactOf(path);
  if (suggestion === undefined || line === null || artifactLocation === null) return {};
  if (hindranceToCommit(finding) !== null) return {};
  const deletedRegion = { startLine: startLine ?? line, startColumn: 1, endLine: line + 1, endColumn: 1 };
  const text = suggestion === "" || suggestion.endsWith("\n") ? suggestion : `${suggestion}\n`;
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
