import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Finding } from "../domain/finding.ts";
import { State } from "../domain/publication.ts";
import { rank } from "../domain/severity.ts";
import { readMarker } from "./marker.ts";

const start = "<!-- pr-debate-state v1 ";
const end = " -->";
const mostBytes = 4 * 1024 * 1024;

/**
 * The state as the last line of a summary, in at most `maxBytes`. What does not fit goes in the order of what the next run misses least:
 * first the words of findings, then P2 findings; `dropped` says what went. A P0 or P1 is never dropped.
 */
export function writeState(
  state: State,
  maxBytes: number,
): { readonly block: string; readonly dropped: string | null } {
  for (const { of, what } of diets) {
    const block = blockOf({ ...state, findings: of(state.findings) });
    if (block.length <= maxBytes) return { block, dropped: what };
  }
  return { block: blockOf({ ...state, findings: leanest(state.findings) }), dropped: "words and P2 findings" };
}

/** Null: there is none, or it cannot be read. */
export function readState(body: string): State | null {
  if (readMarker(body)?.kind !== "summary") return null;
  const last = body.trimEnd().split("\n").at(-1) ?? "";
  if (!last.startsWith(start) || !last.endsWith(end)) return null;
  try {
    const packed = Buffer.from(last.slice(start.length, -end.length), "base64");
    const text = inflateRawSync(packed, { maxOutputLength: mostBytes }).toString("utf8");
    return State.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function blockOf(state: State): string {
  return start + deflateRawSync(JSON.stringify(state), { level: 9 }).toString("base64") + end;
}

const diets: readonly { readonly of: (findings: Finding[]) => Finding[]; readonly what: string | null }[] = [
  { of: (findings) => findings, what: null },
  {
    of: (findings) => findings.map((one) => (one.severity === "P2" ? lean(one) : one)),
    what: "the words of P2 findings",
  },
  {
    of: (findings) => findings.map((one) => (rank(one.severity) > 0 ? lean(one) : one)),
    what: "the words of P1 and P2 findings",
  },
  { of: (findings) => findings.map(lean), what: "the words of findings" },
];

function leanest(findings: Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity !== "P2").map(lean);
}

/** What identity across pushes and the verdict need: the place, the quote, the title, the fate. */
function lean({ suggestion: _, fix: __, failurePath: ___, ...finding }: Finding): Finding {
  return { ...finding, detail: "", alsoReported: [] };
}
