import { ReviewError } from "../domain/errors.ts";
import type { BaseFiles } from "../domain/ports.ts";
import { GitHubError } from "../github/errors.ts";

/** Marks files as generated. Such files in folders are not read. */
export const attributesPath = ".gitattributes";

/** The attributes at the base. What cannot be read as text (git does not follow a link here, either) marks nothing, so more is reviewed. */
export async function readAttributes(
  files: BaseFiles,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  try {
    return { text: (await files.readBaseFile(attributesPath, signal)) ?? "", notes: [] };
  } catch (error) {
    if (!(error instanceof ReviewError) || error instanceof GitHubError) throw error;
    return { text: "", notes: [`${attributesPath} at the base marks no file as generated: ${error.message}`] };
  }
}
