import { isDeepStrictEqual } from "node:util";
import type { Plugin } from "rolldown";

type Ranges = readonly { readonly min: number; readonly max: number }[];
type Folds = Readonly<Record<string, readonly number[]>>;

/**
 * Bundles refa, a dependency of scslre, with its tables of Unicode in a tenth of their size. It omits the sequences of emoji: an expression that
 * names them is not analysed (`src/panel/rules/rule-scan.ts`).
 */
export function leanUnicode(): Plugin {
  return {
    name: "lean-unicode",
    transform: { filter: { id: /\/refa\/index\.js$/ }, handler: (code) => withLeanTables(code) },
  };
}

/** The module with tables that it unpacks when it is loaded. Throws if the module no longer has the tables that this script knows. */
export function withLeanTables(code: string): string {
  let tables = 0;
  const lean = code.replaceAll(/JSON\.parse\((?:'([^']*)'|"([^"]*)")\)/g, (_all, one?: string, two?: string) => {
    tables++;
    return packed(JSON.parse(one ?? two ?? ""));
  });
  if (tables < 100) throw new Error("refa no longer has its tables of Unicode as JSON: read it, and adapt this script");
  return `${unpackRanges}\n${unpackFolds}\n${lean}`;
}

function packed(table: unknown): string {
  if (isRanges(table)) return `unpackRanges(${JSON.stringify(packRanges(table))})`;
  if (isFolds(table)) return `unpackFolds(${JSON.stringify(packFolds(table))})`;
  if (Array.isArray(table) && table.every((one) => Array.isArray(one))) return "[]";
  throw new Error("refa has a table of Unicode of an unknown form: read it, and adapt this script");
}

function isRanges(table: unknown): table is Ranges {
  return Array.isArray(table) && table.every((one) => isDeepStrictEqual(Object.keys(one), ["min", "max"]));
}

/** Each character with all its equals when case is ignored. Equal characters share one list. */
function isFolds(table: unknown): table is Folds {
  return typeof table === "object" && table !== null && !Array.isArray(table);
}

function packRanges(ranges: Ranges): string {
  let end = 0;
  return ranges
    .flatMap(({ min, max }) => {
      const numbers = [min - end, max - min];
      end = max;
      return numbers;
    })
    .map((number) => (number === 0 ? "" : number.toString(36)))
    .join(" ");
}

function packFolds(folds: Folds): string {
  const lists = new Set(Object.values(folds).map((list) => list.join(" ")));
  let before = 0;
  const text = [...lists]
    .map((list) => {
      const steps = list.split(" ").map((member) => {
        const step = Number(member) - before;
        before = Number(member);
        return step.toString(36);
      });
      return steps.join(" ");
    })
    .join(",");
  let last = 0;
  const again = Object.fromEntries(
    text.split(",").flatMap((list) => {
      const members = list.split(" ").map((step) => (last += Number.parseInt(step, 36)));
      return members.map((member) => [member, members]);
    }),
  );
  if (!isDeepStrictEqual(again, folds))
    throw new Error("refa's lists of equal letters are no longer the same at each of their members");
  return text;
}

const unpackRanges = `function unpackRanges(text) {
  const numbers = text.split(" ").map((number) => Number.parseInt(number || "0", 36));
  const ranges = [];
  for (let at = 0, end = 0; at + 1 < numbers.length; at += 2) {
    const min = end + numbers[at];
    end = min + numbers[at + 1];
    ranges.push({ min, max: end });
  }
  return ranges;
}`;

const unpackFolds = `function unpackFolds(text) {
  const folds = {};
  let last = 0;
  for (const list of text.split(",")) {
    const members = list.split(" ").map((step) => (last += Number.parseInt(step, 36)));
    for (const member of members) folds[member] = members;
  }
  return folds;
}`;
