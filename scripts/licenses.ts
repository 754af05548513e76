import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import grammars from "../grammars/package.json" with { type: "json" };

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
});
type Manifest = z.infer<typeof Manifest>;

interface PackageLicense {
  /** `name version` */
  readonly id: string;
  readonly license: string;
  /** The text around the terms, as published: title, copyright, appendix. */
  readonly notice: string;
  readonly terms: string;
}

/**
 * Name, version, licence id, copyright and licence terms of the grammars and of every package that one of `files` (paths of modules or copied
 * parts) belongs to, sorted by name. Packages with the same terms, but for white space, share one copy of them. A package without a licence id or without a
 * known text is an error, because it may not be shipped.
 */
export async function licensesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== null));
  const found = await Promise.all([...folders].map(licenseOf));
  const unique = [...new Map([...found, ...licensesOfGrammars()].map((entry) => [entry.id, entry])).values()];
  const sorted = unique.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const groups = Map.groupBy(sorted, ({ terms }) => squeezed(terms));
  return `PR Debate contains parts of these packages.\n${[...groups.values()].map(textOfGroup).join("")}`;
}

/** Each package with its own notice, then the terms that they share. */
function textOfGroup(group: readonly PackageLicense[]): string {
  const notices = group.map(
    ({ id, license, notice }) => `${id} (${license})\n${notice === "" ? "" : `\n${notice}\n`}\n`,
  );
  return `\n${"-".repeat(80)}\n${notices.join("")}${group[0]?.terms}\n`;
}

/** Where the terms of the common licences begin. What precedes them belongs to the package. */
const beginOfTerms =
  /^[^\S\n]*(?:Permission is hereby granted|Permission to use, copy|Redistribution and use|Apache License\s+Version 2)/m;

/** Apache's terms end here. An appendix follows, in which some packages name themselves. */
const endOfTerms = /^.*?END OF TERMS AND CONDITIONS/s;

/** The innermost `node_modules/<name>` folder of a path; null for our own files and the bundler's virtual modules. */
function packageFolder(file: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll("\\", "/"))?.[0] ?? null;
}

async function licenseOf(folder: string): Promise<PackageLicense> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
  const id = `${manifest.name} ${manifest.version}`;
  const names = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const text = texts.length > 0 ? texts.map((part) => part.trim()).join("\n\n") : standardText(manifest);
  return { id, license: manifest.license, ...partsOf(text) };
}

function partsOf(text: string): Pick<PackageLicense, "notice" | "terms"> {
  const begin = Math.max(text.search(beginOfTerms), 0);
  const end = begin + (endOfTerms.exec(text.slice(begin))?.[0].length ?? text.length);
  const notice = [text.slice(0, begin), text.slice(end)].map((part) => part.trim()).filter((part) => part !== "");
  return { notice: notice.join("\n\n"), terms: text.slice(begin, end).trim() };
}

const mit = partsOf(await readFile(join(import.meta.dirname, "../LICENSE"), "utf8")).terms;

/** What a text says around the terms of the MIT licence. A text with other terms is an error. */
export function mitNotice(text: string): string {
  const { notice, terms } = partsOf(text);
  if (squeezed(terms) !== squeezed(mit)) throw new Error(`these are not the terms of the MIT licence:\n${terms}`);
  return notice;
}

function squeezed(terms: string): string {
  return terms.replaceAll(/\s+/g, " ");
}

/** `scripts/fetch-grammars.ts` keeps their notices, and looks at their terms. */
function licensesOfGrammars(): PackageLicense[] {
  const versions = new Map(Object.entries(grammars.dependencies));
  return Object.entries(grammars.notices).map(([name, notice]) => {
    return { id: `${name} ${versions.get(name)}`, license: "MIT", notice, terms: mit };
  });
}

/** For the packages that publish no licence file: the standard text of their declared licence. */
function standardText(manifest: Manifest): string {
  if (manifest.license !== "MIT") {
    throw new Error(`${manifest.name} ships no licence file and declares ${manifest.license}: add its text here first`);
  }
  const { repository } = manifest;
  const source = typeof repository === "string" ? repository : (repository?.url ?? "source unknown");
  return `(The package ships no licence file; this is the standard text.)\nCopyright (c) the authors of ${manifest.name}, ${source}\n\n${mit}`;
}
