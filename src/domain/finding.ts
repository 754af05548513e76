import { z } from "zod";
import { RuleId } from "./ports.ts";
import { Category, Severity } from "./severity.ts";

export const Side = z.enum(["LEFT", "RIGHT"]);
export type Side = z.infer<typeof Side>;

/** The same for the same code in the same file, wherever it stands there; 16 hex digits that tell nothing of the code. */
const Fingerprint = z.string().regex(/^[0-9a-f]{16}$/);

/**
 * A claim as a seat makes it, before the gate: `line` is a hint, `quote` is what must be found in the code. `rule` names the offline rule that
 * found it, and is never a model's to state; `fingerprint` is given behind the gate.
 */
export const Draft = z.object({
  severity: Severity,
  category: Category,
  title: z.string(),
  detail: z.string(),
  path: z.string(),
  line: z.number().int().positive().optional(),
  quote: z.string(),
  failurePath: z.string().optional(),
  fix: z.string().optional(),
  suggestion: z.string().optional(),
  rule: RuleId.optional(),
  fingerprint: Fingerprint.optional(),
});
export type Draft = z.infer<typeof Draft>;

/**
 * Where a quote was found. `hunk`: the range lies within one hunk of the diff and can carry a line comment.
 * `file`: it stands in the head file outside the hunks, so only a comment on the file can carry it.
 * Lines are 1-based and inclusive, on `side` (LEFT = base file, for deleted lines).
 */
export const Place = z.object({
  path: z.string(),
  anchor: z.enum(["hunk", "file"]),
  side: Side,
  startLine: z.number().int().positive(),
  line: z.number().int().positive(),
});
export type Place = z.infer<typeof Place>;

const stages = ["gate", "merge", "ballot", "hearing", "validation", "policy"] as const;

/** Seat names by verdict; the reasons stand in the review's rounds. */
export const Votes = z.object({
  agree: z.array(z.string()),
  dispute: z.array(z.string()),
  abstain: z.array(z.string()),
});
export type Votes = z.infer<typeof Votes>;

/**
 * A claim that was merged into a finding. `at` is the code that it quotes: the claim may stand at other lines, or in another file, than the
 * finding it went into. `id` is there where it was a finding of its own before. States of older versions have neither `detail` nor `at`.
 */
export const Claim = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  seat: z.string(),
  severity: Severity,
  title: z.string(),
  detail: z.string().optional(),
  at: Place.extend({ quote: z.string() }).optional(),
  rule: RuleId.optional(),
  fingerprint: Fingerprint.optional(),
});
export type Claim = z.infer<typeof Claim>;

/**
 * A finding with its fate (design §12). `id` is 8 hex digits, given at first sighting and stable over pushes.
 * `line` is null only for what the gate could not place. `confidence` is the share of agreeing non-authors, 0–1, null when nobody voted.
 * `alsoReported` keeps the claims that were merged into this one. `unheard` marks a finding that voters dispute,
 * that no hearing took up, and that no seat besides its raisers agreed with. `rule` is there where an offline rule raised it, too.
 */
export const Finding = z.object({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  severity: Severity,
  category: Category,
  title: z.string(),
  detail: z.string(),
  failurePath: z.string().optional(),
  fix: z.string().optional(),
  suggestion: z.string().optional(),
  rule: RuleId.optional(),
  fingerprint: Fingerprint.optional(),
  quote: z.string(),
  path: z.string(),
  anchor: z.enum(["hunk", "file", "none"]),
  line: z.number().int().positive().nullable(),
  startLine: z.number().int().positive().optional(),
  side: Side,
  raisedBy: z.array(z.string()),
  alsoReported: z.array(Claim),
  votes: Votes,
  confidence: z.number().nullable(),
  status: z.enum(["accepted", "disputed", "eliminated", "fixed", "dismissed"]),
  unheard: z.literal(true).optional(),
  eliminatedAt: z.enum(stages).optional(),
  eliminatedBecause: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;

/** Which rule found it, and by what its code is known again. */
export type Ruled = Pick<Finding, "rule" | "fingerprint">;

export function ruleOf({ rule, fingerprint }: Ruled): Ruled {
  return { ...(rule === undefined ? {} : { rule }), ...(fingerprint === undefined ? {} : { fingerprint }) };
}

/** The merged claims that say something else than the finding itself or than an earlier one of them, in order. */
export function distinctClaims({
  title,
  detail,
  alsoReported,
}: Pick<Finding, "title" | "detail" | "alsoReported">): readonly Claim[] {
  const said = new Set([keyOf(title, detail), keyOf(title, "")]);
  return alsoReported.filter((claim) => {
    const key = keyOf(claim.title, claim.detail ?? "");
    if (said.has(key)) return false;
    said.add(key);
    return true;
  });
}

function keyOf(title: string, detail: string): string {
  return `${title}\n${detail}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
