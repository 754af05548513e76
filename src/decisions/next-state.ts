import { createHash } from "node:crypto";
import type { Decisions } from "../domain/decisions.ts";
import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { type State, Told } from "../domain/state.ts";
import { lean } from "../publication/lean.ts";
import { allListed } from "../publication/marker.ts";
import type { JudgedRun, Run } from "../run/run.ts";
import { groundsOf } from "./grounds.ts";

/** What the next run must know. Whether the review is complete is no matter of what people decided about it. */
export function stateOf(
  run: Run,
  { review: raw, basis, facts, settings }: JudgedRun,
  { review, decisions }: { readonly review: Review; readonly decisions: Decisions },
): State {
  const { pull, existing, attempt, isMemoryLost } = run;
  const before = existing.state;
  const { result, conclusion, title, panel, confidence, coverage } = review;
  const isDone = ["blocked", "findings", "clean"].includes(raw.result) && !isMemoryLost;
  const grounds = facts === null ? null : groundsOf(facts, settings.budget.usdPerPr);
  return {
    version: 1,
    head: pull.head.sha,
    base: basis === null ? "" : baseOf(pull, basis.mergeBase),
    fingerprint: basis?.base.fingerprint ?? "",
    attempt,
    complete: coverage.complete && panel.state !== "failed" && isDone,
    result,
    conclusion,
    title,
    panel,
    confidence,
    findings: [...review.findings, ...dismissedIn(review, before)],
    ...fixedIn(review, before),
    posted: [...new Set([...(before?.posted ?? []), ...existing.threads.map(({ finding }) => finding)])],
    spentUsd: (before?.spentUsd ?? 0) + (review.usage.costUsd ?? 0),
    paths: digestsOf(coverage.files.map(({ path }) => path)),
    decisions,
    ...(grounds === null ? {} : { grounds }),
    told: Told.parse(raw),
    finishedAt: raw.finishedAt,
    listed: allListed(existing),
    ...(isMemoryLost ? { isMemoryLost } : {}),
  };
}

/** Where they stand now; where their code is gone, without a place, for it may come back. */
function dismissedIn({ findings, eliminated }: Review, before: State | null): Finding[] {
  const now = eliminated.filter(({ status, anchor }) => status === "dismissed" && anchor !== "none");
  const known = new Set([...findings, ...now].map(({ id }) => id));
  const gone = (before?.findings ?? []).filter(({ id, status }) => status === "dismissed" && !known.has(id));
  return [...now, ...gone.map((one): Finding => ({ ...one, anchor: "none" }))];
}

/** The latest grave ones that were fixed; those that are open again are not. */
function fixedIn({ findings, eliminated }: Review, before: State | null): Pick<State, "fixed"> {
  const now = eliminated.filter(({ status, severity }) => status === "fixed" && severity === "P0");
  const known = new Set([...findings, ...eliminated].map(({ id }) => id));
  const earlier = (before?.fixed ?? []).filter(({ id }) => !known.has(id));
  const fixed = [...now.map(lean), ...earlier].slice(0, mostFixed);
  return fixed.length === 0 ? {} : { fixed };
}

const mostFixed = 50;

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
