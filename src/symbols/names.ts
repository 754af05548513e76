import type { BatchPart } from "../domain/change.ts";
import type { ChangedSymbol } from "./changed-symbols.ts";
import type { CodeFile } from "./code-files.ts";
import { isUseful, type WantedSymbol } from "./places.ts";

const mostWanted = 80;
const mostUsed = 240;
const mostUnresolved = 30;
const constructors = /^(?:constructor|__init__|__construct|initialize|init|new)$/;

/** A constructor is called by the name of its class. */
export function wantedFrom(changed: readonly ChangedSymbol[]): WantedSymbol[] {
  const names = changed.flatMap(({ name, within = "", path, change }): WantedSymbol[] => {
    const called = constructors.test(name) ? within : name;
    return isUseful(called) ? [{ name: called, path, change }] : [];
  });
  return [...new Map(names.map((one) => [`${one.name} ${one.path}`, one])).values()].slice(0, mostWanted);
}

/** Names on added lines, in the order of path and line. */
export function usedNames(parts: readonly BatchPart[], files: readonly CodeFile[]): string[] {
  const names = new Set<string>();
  for (const { path, symbols } of files) {
    const hunks = parts.filter(({ file }) => file.path === path).flatMap((part) => part.hunks);
    const added = new Set(
      hunks.flatMap(({ hunk }) => hunk.lines.flatMap(({ kind, head }) => (kind === "added" ? (head ?? []) : []))),
    );
    for (const { name, line } of symbols.uses) if (added.has(line) && isUseful(name)) names.add(name);
  }
  return [...names].slice(0, mostUsed);
}

/** The names that no near file defines, and that are not parameters or variables of the file that uses them. */
export function unresolved(names: readonly string[], near: readonly CodeFile[], users: readonly CodeFile[]): string[] {
  const defined = new Set(near.flatMap(({ symbols }) => symbols.definitions.map(({ name }) => name)));
  const local = new Set(
    users.flatMap(({ lines }) =>
      lines.flatMap((line) => {
        if (line.length > longestLine) return [];
        const bound = [
          ...line.matchAll(/\b(?:const|let|var|val|for)\s*[({[]?\s*(?<name>\w+)|[(,{]\s*(?<given>\w+)\s*(?=[,:)=}])/g),
        ];
        return bound.map(({ groups }) => groups?.["name"] ?? groups?.["given"] ?? "");
      }),
    ),
  );
  return names.filter((name) => !defined.has(name) && !local.has(name)).slice(0, mostUnresolved);
}

const longestLine = 1_000;
