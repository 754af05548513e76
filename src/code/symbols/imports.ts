import { posix } from "node:path";
import { hasWord } from "./code-paths.ts";
import { compareTexts } from "./symbols.ts";

interface Code {
  readonly path: string;
  readonly text: string;
}

const longestLine = 1_000;
const mostLines = 300;
const mostOfLine = 3;
const importing = /\b(?:import|from|require|require_relative|require_once|use|using|include|mod)\b/;

/** Whether a file seems to import another one: by its relative path, or by its name in a line of imports. */
export function imports({ path, text }: Code, other: string): boolean {
  const wanted = moduleOf(other);
  const stem = stemOf(other);
  if (stem === "" || !text.includes(stem)) return false;
  return importLines(text).some((line) => {
    const relative = relativeIn(line, path);
    return relative === null ? hasWord(line, stem) : relative === wanted;
  });
}

/** The files of a tree that these files seem to import, by relative path or by the end of a package's name. */
export function importedBy(files: readonly Code[], paths: readonly string[]): string[] {
  const byModule = Map.groupBy(paths, moduleOf);
  const byStem = Map.groupBy(byModule.keys(), (module) => posix.basename(module));
  const found = files.flatMap(({ path, text }) => {
    const modules = importLines(text).flatMap((line) => {
      const relative = relativeIn(line, path);
      return relative === null ? namedModules(line, byStem) : [relative];
    });
    return modules.flatMap((module) => byModule.get(module) ?? []).filter((one) => one !== path);
  });
  return [...new Set(found)].sort(compareTexts);
}

function importLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.length < longestLine && importing.test(line));
  return lines.slice(0, mostLines);
}

function relativeIn(line: string, path: string): string | null {
  const target = /["'](?<target>\.{1,2}\/[^"']*)["']/.exec(line)?.groups?.["target"];
  return target === undefined ? null : moduleOf(posix.join(posix.dirname(path), target));
}

/** `shop.tax`, `shop::tax::rate` and `Shop\Tax` name files that end so, or whose last part is defined in them. */
function namedModules(line: string, byStem: ReadonlyMap<string, readonly string[]>): string[] {
  const names = line.match(/[\w$@-]+(?:(?:\.|::|\\|\/)[\w$-]+)*/g) ?? [];
  const found = names.flatMap((name) => {
    const parts = name.split(/\.|::|\\|\//);
    return [parts, parts.slice(0, -1)].flatMap((some) => {
      const ending = some.slice(-2).join("/");
      const modules = byStem.get(some.at(-1) ?? "") ?? [];
      return modules.filter((module) => module === ending || module.endsWith(`/${ending}`));
    });
  });
  return [...new Set(found)].slice(0, mostOfLine);
}

/** The name under which other files import a file. */
export function stemOf(path: string): string {
  return posix.basename(moduleOf(path));
}

/** A path without its ending; for the entry of a folder, the folder. */
function moduleOf(path: string): string {
  return path.replace(/\.[A-Za-z]+$/, "").replace(/\/(?:index|__init__|mod|lib)$/, "");
}
