import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Finding } from "../domain/finding.ts";
import { State } from "../domain/publication.ts";
import { rank } from "../domain/severity.ts";
import { readMarker } from "./marker.ts";

const start = "<!-- pr-debate-state v1 ";
const end = " -->";
const mostBytes = 4 * 1024 * 1024;

/**
 * The state as the last line of a summary, in at most `maxBytes`. What does not fit goes in the order of what the next run misses least: the
 * words of findings from P2 up, P2 findings, long quotes, P1 findings; `dropped` says what went. For P0 findings the block may grow to twice
 * `maxBytes`; only what no comment could hold is dropped even of them.
 */
export function writeState(
  state: State,
  maxBytes: number,
): { readonly block: string; readonly dropped: string | null } {
  for (const { findings, dropped, holdsGraveOnly } of diets(state.findings)) {
    const block = blockOf({ ...state, findings });
    if (block.length <= (holdsGraveOnly ? 2 : 1) * maxBytes) return { block, dropped };
  }
  return { block: blockOf({ ...state, findings: [], posted: [] }), dropped: "any finding" };
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

interface Diet {
  readonly findings: Finding[];
  readonly dropped: string | null;
  readonly holdsGraveOnly: boolean;
}

function* diets(findings: Finding[]): Generator<Diet> {
  const words = ["the words of P2 findings", "the words of P1 and P2 findings", "the words of findings"];
  yield { findings, dropped: null, holdsGraveOnly: false };
  for (const [index, dropped] of words.entries()) {
    const thinned = findings.map((one) => (rank(one.severity) >= 2 - index ? lean(one) : one));
    yield { findings: thinned, dropped, holdsGraveOnly: false };
  }
  const sorted = findings.map(lean).sort((one, other) => rank(one.severity) - rank(other.severity));
  const count = (worst: number): number => sorted.filter(({ severity }) => rank(severity) <= worst).length;
  yield* shrinking(sorted, count(1), false);
  const short = sorted.map((one) => ({ ...one, quote: shortened(one.quote) }));
  yield* shrinking(short.slice(0, count(1)), count(0), false, findings.length);
  yield* shrinking(short.slice(0, count(0)), 0, true, findings.length);
}

/** All of them, then fewer and fewer down to `least`, the worst first. */
function* shrinking(sorted: Finding[], least: number, holdsGraveOnly: boolean, all = sorted.length): Generator<Diet> {
  for (let kept = sorted.length; kept >= least; kept = Math.min(kept - 1, Math.floor(kept * 0.8))) {
    const lost = all - kept;
    const rest = lost === 0 ? "" : ` and ${lost} of ${all} findings, the least severe`;
    yield { findings: sorted.slice(0, kept), dropped: `the words of findings${rest}`, holdsGraveOnly };
  }
  if (least < sorted.length) {
    const dropped = `the words of findings and ${all - least} of ${all} findings, the least severe`;
    yield { findings: sorted.slice(0, least), dropped, holdsGraveOnly };
  }
}

/** What identity across pushes and the verdict need: the place, the quote, the title, the fate. */
function lean({ suggestion: _, fix: __, failurePath: ___, ...finding }: Finding): Finding {
  return { ...finding, detail: "", alsoReported: [] };
}

/** The most telling line of a quote: less code is found again more easily, so a finding rather stays than goes. */
function shortened(quote: string): string {
  const lines = quote.split("\n").sort((one, other) => other.trim().length - one.trim().length);
  return (lines[0] ?? "").trim().slice(0, 200).toWellFormed().replaceAll("\ufffd", "");
}
