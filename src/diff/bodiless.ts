import type { ChangedFile } from "../domain/change.ts";
import { nameFile } from "./file-name.ts";

interface Bodiless {
  readonly pattern: RegExp;
  readonly kind: ChangedFile["kind"];
  readonly reason: string;
  readonly written: (groups: readonly string[]) => { readonly minus?: string; readonly plus: string };
}

// Lines by which git and diff report a changed file without showing the change. Each is matched in linear time.
const bodilessLines: readonly Bodiless[] = [
  {
    pattern: /^\* Unmerged path (.+)$/s,
    kind: "text",
    reason: "unmerged path: resolve the conflict first",
    written: ([path = ""]) => ({ plus: `b/${path}` }),
  },
  {
    pattern: /^Submodule (.+) [0-9a-f]{4,64}\.{2,3}[0-9a-f]{4,64}(?: \([a-z ]+\))?:?$/s,
    kind: "submodule",
    reason: "submodule change written as a log: make the diff with --submodule=short",
    written: ([path = ""]) => ({ plus: `b/${path}` }),
  },
  {
    pattern: /^Only in (.+): (.+)$/s,
    kind: "text",
    reason: "only named, not shown: make the diff with -N",
    written: ([folder = "", name = ""]) => ({ plus: `${folder}/${name}` }),
  },
  {
    // The lookahead comes first: without it a line that does not end so is searched once for each " and ".
    pattern: /^(?:Binary files|Files) (?=.* differ$)(.+) and (.+) differ$/s,
    kind: "binary",
    reason: "only named, not shown",
    written: ([minus = "", plus = ""]) => ({ minus, plus }),
  },
];

/** A file that the diff names in one line without its change, such as `Only in src: new.ts`: unreviewed, so that it is not lost. */
export function readBodiless(line: string): ChangedFile | undefined {
  if (!/^[*BFOS]/.test(line)) return undefined;
  for (const { pattern, kind, reason, written } of bodilessLines) {
    const groups = pattern.exec(line)?.slice(1);
    if (groups === undefined) continue;
    const { problem, ...names } = nameFile(written(groups));
    return { ...names, status: "modified", kind, hunks: [], unreviewed: problem ?? reason };
  }
  return undefined;
}
