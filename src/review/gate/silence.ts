import { fingerprintOf, occurrencesIn } from "../../code/anchor/fingerprint.ts";
import type { KnownFinding, Silencing } from "../../domain/baseline.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Silenced } from "../../domain/review.ts";
import { secretRuleId } from "../../domain/rule-info.ts";
import { isBlocking, rank } from "../../domain/severity.ts";
import type { Candidate } from "./gate.ts";
import { type CommentFinder, commentFinder, remarkOnComment } from "./ignore-comments.ts";

export const nothingSilenced: Silencing = { blockOn: "P0", off: new Map(), baseline: [], ruleIds: [] };

interface AfterSilencing {
  /** Those that go on, with their fingerprints. */
  readonly kept: Candidate[];
  readonly silenced: Silenced[];
  readonly notes: string[];
}

type Verdict = { readonly by: Silenced["by"]; readonly reason: string };

/**
 * Takes out the findings of offline rules that the repository silences, before any finding is merged or judged. Models' findings pass, and
 * so does all that only the head wants silenced and that would block.
 */
export function silenceFindings(
  candidates: readonly Candidate[],
  files: readonly ChangedFile[],
  offline: readonly string[],
  silencing: Silencing,
): AfterSilencing {
  const marked = candidates.map((candidate) =>
    offline.includes(candidate.seat) ? withFingerprint(candidate) : candidate,
  );
  const known = knownAtBase(marked, files, silencing.baseline);
  const comments = commentFinder(files);
  const result: AfterSilencing = { kept: [], silenced: [], notes: [] };
  for (const candidate of marked) {
    const { rule, fingerprint, severity, title, path } = candidate.draft;
    if (rule === undefined || fingerprint === undefined) {
      result.kept.push(candidate);
      continue;
    }
    const notes: string[] = [];
    const verdict =
      switchedOff(rule, silencing) ?? known(candidate) ?? byComment(candidate, rule, comments, silencing, notes);
    result.notes.push(...notes);
    const needsReason = rule === secretRuleId && severity === "P0";
    if (verdict === null) result.kept.push(candidate);
    else if (needsReason && verdict.reason.trim() === "") {
      result.kept.push(candidate);
      result.notes.push(`${path}:${candidate.place.line}: ${unreasoned}`);
    } else {
      result.silenced.push({ rule, severity, title, path, line: candidate.place.startLine, ...verdict, fingerprint });
    }
  }
  return { ...result, notes: [...new Set(result.notes)] };
}

const unreasoned = "a secret is silenced only with a reason, so it is reported.";

/**
 * An earlier finding of rules alone, whose rule raised it again and is silenced now. A finding that a debate made more severe
 * stays.
 */
export function isSilencedNow(
  { fingerprint, severity, raisedBy, alsoReported, status }: Finding,
  { kept, silenced }: Pick<AfterSilencing, "kept" | "silenced">,
  offline: readonly string[],
): boolean {
  const isByRules = [...raisedBy, ...alsoReported.map(({ seat }) => seat)].every((seat) => offline.includes(seat));
  return (
    isByRules &&
    status !== "dismissed" &&
    silenced.some((one) => one.fingerprint === fingerprint && rank(one.severity) <= rank(severity)) &&
    !kept.some(({ draft }) => draft.fingerprint === fingerprint)
  );
}

function withFingerprint(candidate: Candidate): Candidate {
  const { draft } = candidate;
  const { rule, path, quote } = draft;
  return rule === undefined
    ? candidate
    : { ...candidate, draft: { ...draft, fingerprint: fingerprintOf({ rule, path, quote }) } };
}

function switchedOff(rule: string, { off }: Silencing): Verdict | null {
  const reason = off.get(rule);
  return reason === undefined ? null : { by: "setting", reason };
}

/** As many as the base knows of the same code: where the file has more of it now, the rest is new. */
function knownAtBase(
  candidates: readonly Candidate[],
  files: readonly ChangedFile[],
  baseline: readonly KnownFinding[],
): (candidate: Candidate) => Verdict | null {
  const entries = new Map(baseline.map((entry) => [`${entry.rule} ${entry.fingerprint}`, entry]));
  const left = new Map<KnownFinding, number>();
  const counters = new Map<string, (quote: string) => number>();
  const countIn = (side: "baseText" | "headText", { path, quote }: Candidate["draft"]): number => {
    const key = `${side} ${path}`;
    const counter = counters.get(key) ?? occurrencesIn(files.find((file) => file.path === path)?.[side] ?? "");
    counters.set(key, counter);
    return counter(quote);
  };
  /** How many of the findings in the change are known: those beyond the base and the baseline are new. */
  const roomFor = (entry: KnownFinding, draft: Candidate["draft"]): number => {
    const found = candidates.filter(
      (one) => one.draft.rule === entry.rule && one.draft.fingerprint === entry.fingerprint,
    );
    const old = Math.max(entry.count, countIn("baseText", draft));
    return found.length - Math.max(0, Math.max(countIn("headText", draft), found.length) - old);
  };
  return ({ draft }) => {
    const entry = entries.get(`${draft.rule} ${draft.fingerprint}`);
    if (entry === undefined) return null;
    const room = left.get(entry) ?? roomFor(entry, draft);
    if (room <= 0) return null;
    left.set(entry, room - 1);
    return { by: "baseline", reason: entry.reason };
  };
}

function byComment(
  candidate: Candidate,
  rule: string,
  commentsBeside: CommentFinder,
  { blockOn }: Silencing,
  notes: string[],
): Verdict | null {
  const { severity } = candidate.draft;
  for (const { at, comment, isAtBase } of commentsBeside(candidate.place)) {
    if (!comment.rules.includes(rule) || comment.reason === "") continue;
    if (isAtBase || !isBlocking({ severity }, blockOn)) return { by: "comment", reason: comment.reason };
    notes.push(
      remarkOnComment(
        at,
        `does not silence the ${severity} of ${rule}: it is not at the base, and the finding blocks.`,
      ),
    );
  }
  return null;
}
