import { createHash } from "node:crypto";
import type { State } from "../domain/state.ts";

/** Too many for a path to be chosen so that it has the digest of another; 3,000 of them leave room for their findings in the state block. */
const digits = 12;

/** The files of a change as a text to remember, one digest after the other. */
export function digestsOf(paths: readonly string[]): string {
  return paths.map(digestOf).join("");
}

/** Whether a file was no part of the changes that are remembered. Where one of them did not keep its files, every file may be new. */
export function newTo(states: readonly (State | null)[]): (path: string) => boolean {
  const kept = states.flatMap((state) => (state === null ? [] : [state.paths]));
  const known = new Set(kept.flatMap((paths = "") => paths.match(/[0-9a-f]{12}/g) ?? []));
  return (path) => kept.includes(undefined) || !known.has(digestOf(path));
}

function digestOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, digits);
}
