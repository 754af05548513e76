import { z } from "zod";
import { Severity } from "./severity.ts";

const Id = z.string().regex(/^[0-9a-f]{8}$/);

export const dismissalKinds = ["false-positive", "wont-fix", "duplicate", "withdrawn"] as const;

/**
 * A person took a finding out of the verdict, or had the seats do so: `withdrawn` is what a hearing ended in that the person reopened, and
 * `why` then how it ended. `of`: what it is a duplicate of. `mayUnblock` is false where somebody dismissed a finding of
 * their own pull request, or had it heard: that holds only as long as the finding is not one that blocks. `severity` is what it had then: whoever dismissed it
 * did not speak of a graver one. An earlier version wrote `heardOn` where the pull request's author had it withdrawn.
 */
export const Dismissal = z
  .object({
    finding: Id,
    kind: z.enum(dismissalKinds),
    of: Id.optional(),
    by: z.string(),
    why: z.string(),
    at: z.string(),
    mayUnblock: z.boolean(),
    severity: Severity.optional(),
    heardOn: z.unknown().optional(),
  })
  .transform(({ heardOn, ...rest }) => ({ ...rest, mayUnblock: rest.mayUnblock && heardOn === undefined }));
export type Dismissal = z.infer<typeof Dismissal>;

/** A maintainer let one commit pass, whatever was found in it. */
export const Override = z.object({ head: z.string(), by: z.string(), why: z.string(), at: z.string() });
export type Override = z.infer<typeof Override>;

/**
 * A person's reply in a finding's thread that was heard. `from` and `to` where the hearing revised the severity: that holds over pushes, as a
 * dismissal does, until a review finds it graver than it was. Without `mayUnblock` it lowers no finding from one that blocks to one that does not.
 */
export const Heard = z.object({
  comment: z.number(),
  finding: Id,
  by: z.string(),
  at: z.string(),
  from: Severity.optional(),
  to: Severity.optional(),
  mayUnblock: z.boolean().optional(),
});
export type Heard = z.infer<typeof Heard>;

/**
 * What people decided about a pull request, apart from what reviews found, so that neither undoes the other. Overrides are kept for ever;
 * only one of the current head counts. `done`: the comments whose commands were carried out last, so that none is carried out twice.
 * `heard`: the replies that were heard last. `spentUsd`: what people had models do besides reviews; reviews add up in the state.
 */
export const Decisions = z.object({
  dismissals: z.array(Dismissal),
  overrides: z.array(Override),
  paused: z.object({ by: z.string(), at: z.string() }).nullable(),
  done: z.array(z.number()),
  heard: z.array(Heard).default([]),
  spentUsd: z.number().nonnegative().default(0),
});
export type Decisions = z.infer<typeof Decisions>;

export const undecided: Decisions = { dismissals: [], overrides: [], paused: null, done: [], heard: [], spentUsd: 0 };

/** All that was spent on a pull request: its reviews, and what people asked for besides. */
export function spentOn(
  state: { readonly spentUsd: number } | null | undefined,
  { spentUsd }: Pick<Decisions, "spentUsd">,
): number {
  return (state?.spentUsd ?? 0) + spentUsd;
}

/** The override of exactly this commit. */
export function overrideOf({ overrides }: Decisions, head: string): Override | undefined {
  return overrides.findLast((one) => one.head === head);
}

/** "a false positive": what a finding was dismissed as. */
export function kindOf({ kind, of }: Pick<Dismissal, "kind" | "of">): string {
  const names = {
    "false-positive": "a false positive",
    "wont-fix": "won't fix",
    duplicate: `a duplicate of ${of}`,
    withdrawn: "withdrawn by the seats",
  };
  return names[kind];
}

/** "dismissed as won't fix by @max"; what the seats withdrew, nobody dismissed. */
export function howOut(dismissal: Dismissal): string {
  const { kind, by } = dismissal;
  return kind === "withdrawn"
    ? `withdrawn in a hearing that @${by} reopened`
    : `dismissed as ${kindOf(dismissal)} by @${by}`;
}

/** "2026-11-21 09:15 UTC" */
export function timeOf(at: string): string {
  return `${at.slice(0, 16).replace("T", " ")} UTC`;
}
