import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});
type Manifest = z.infer<typeof Manifest>;

/**
 * Name, version, licence id and licence text of every package that one of `files` (paths of modules or copied parts) belongs to,
 * sorted by name. A package without a licence id or without a known text is an error, because it may not be shipped.
 */
export async function licensesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== null));
  const entries = await Promise.all([...folders].map(licenseOf));
  entries.sort((left, right) => (left.id < right.id ? -1 : 1));
  const unique = entries.filter((entry, index) => entry.id !== entries[index - 1]?.id);
  return `PR Debate contains parts of these packages.\n${unique.map((entry) => entry.text).join("")}`;
}

/** The innermost `node_modules/<name>` folder of a path; null for our own files and the bundler's virtual modules. */
function packageFolder(file: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll("\\", "/"))?.[0] ?? null;
}

async function licenseOf(folder: string): Promise<{ id: string; text: string }> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  const id = `${manifest.name} ${manifest.version}`;
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const text = texts.length > 0 ? texts.map((part) => part.trim()).join("\n\n") : await standardText(manifest);
  return { id, text: `\n${"-".repeat(80)}\n${id} (${manifest.license})\n\n${text}\n` };
}

/** For the packages that publish no licence file: the standard text of their declared licence. */
async function standardText(manifest: Manifest): Promise<string> {
  if (manifest.license !== "MIT") {
    throw new Error(`${manifest.name} ships no licence file and declares ${manifest.license}: add its text here first`);
  }
  const { repository } = manifest;
  const source = typeof repository === "string" ? repository : (repository?.url ?? "source unknown");
  const ours = await readFile(join(dirname(import.meta.dirname), "LICENSE"), "utf8");
  const terms = ours.slice(ours.indexOf("Permission is hereby granted"));
  return `(The package ships no licence file; this is the standard text.)\nCopyright (c) the authors of ${manifest.name}, ${source}\n\n${terms.trim()}`;
}
