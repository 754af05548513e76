import { z } from "zod";
import { Category, Severity } from "./severity.ts";

export const Side = z.enum(["LEFT", "RIGHT"]);
export type Side = z.infer<typeof Side>;

/** A claim as a seat makes it, before the gate: `line` is a hint, `quote` is what must be found in the code. */
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
 * A finding with its fate (design §12). `id` is 8 hex digits, given at first sighting and stable over pushes.
 * `line` is null only for what the gate could not place. `confidence` is the share of agreeing non-authors, 0–1, null when nobody voted.
 * `alsoReported` keeps the wordings of the findings merged into this one, with their quotes where they quote other code.
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
  quote: z.string(),
  path: z.string(),
  anchor: z.enum(["hunk", "file", "none"]),
  line: z.number().int().positive().nullable(),
  startLine: z.number().int().positive().optional(),
  side: Side,
  raisedBy: z.array(z.string()),
  alsoReported: z.array(
    z.object({ seat: z.string(), severity: Severity, title: z.string(), quote: z.string().optional() }),
  ),
  votes: Votes,
  confidence: z.number().nullable(),
  status: z.enum(["accepted", "disputed", "eliminated", "fixed", "dismissed"]),
  eliminatedAt: z.enum(stages).optional(),
  eliminatedBecause: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;
