import type { Decisions } from "../domain/decisions.ts";
import type { Emit } from "../domain/events.ts";
import type { Plan } from "../domain/plan.ts";
import type { CommentGiven, ReviewRequest } from "../domain/request.ts";
import type { DecisionStore, Lease } from "../record/record.ts";
import type { Repository, Subject } from "./requests.ts";
import type { Outcome } from "./runs.ts";

/** One review that is to be done now. `mayWrite` throws when the lease is lost. */
export interface Assignment extends Lease, ReviewRequest {
  readonly subject: Subject;
  readonly emit: Emit;
}

/** `isStanding`: nothing was debated, because what stands was asked for. `head`: what it is about. */
export type Reviewed = Outcome & { readonly isStanding: boolean; readonly head: string };

/** The conclusion of a run that wrote none to GitHub, as for a draft: when that is ready, its head is still to be reviewed. */
export const noConclusion = "none";

/** Where a pull request stands now: its head and target, whether it is a draft, or closed. */
export interface PullRequestState {
  readonly head: string;
  readonly base: string;
  readonly isOpen: boolean;
  readonly isDraft: boolean;
}

/** What reviews; the composition root gives it. */
export interface Reviewer {
  readonly review: (assignment: Assignment, signal: AbortSignal) => Promise<Reviewed>;
  /** Publishes what people decided while the review was ending, without another debate. */
  readonly settle: (assignment: Assignment, signal: AbortSignal) => Promise<void>;
  readonly whereabouts: (subject: Subject, signal: AbortSignal) => Promise<PullRequestState>;
  /** Concludes the check of a review that could not be done, truthfully, with the reference to look it up by. */
  readonly giveUp: (subject: Subject, given: GivenUp, signal: AbortSignal) => Promise<void>;
}

/** A review that could not be done. `stuck`: a check left in progress; null: the check of the current head. */
export interface GivenUp {
  readonly why: string;
  readonly stuck: { readonly head: string; readonly check: number } | null;
  readonly decisions: Decisions;
}

/** What an errand tells of models at work for it, and of a plan that they made, or failed to make. */
export interface Listener {
  readonly emit: Emit;
  readonly planned: (result: Plan["result"]) => void;
}

/** What people and GitHub itself ask for besides. */
export interface CommandHandler {
  /** Answers a comment that may be a command; null where nothing is to be reviewed after it. */
  readonly command: (
    given: CommentGiven & Repository,
    store: DecisionStore,
    listener: Listener,
    signal: AbortSignal,
  ) => Promise<ReviewRequest | null>;
  /** The same for one whose job failed too often: tells its author, with the reference, and publishes what was kept. */
  readonly giveUp: (
    given: CommentGiven & Repository,
    store: DecisionStore,
    listener: Pick<Listener, "emit"> & { readonly reference: string },
    signal: AbortSignal,
  ) => Promise<ReviewRequest | null>;
  readonly mayCommand: (repository: Repository, login: string, signal: AbortSignal) => Promise<boolean>;
  readonly pullRequestsAt: (repository: Repository, head: string, signal: AbortSignal) => Promise<readonly number[]>;
}

export interface OpenPullRequest {
  readonly number: number;
  readonly head: string;
  readonly isDraft: boolean;
  readonly updatedAt: Date;
}

/** What GitHub knows of the App and its installations. */
export interface Directory {
  readonly installations: (signal: AbortSignal) => Promise<readonly { readonly id: string; readonly since: Date }[]>;
  readonly repositories: (installation: string, signal: AbortSignal) => Promise<readonly Repository[]>;
  readonly openPullRequests: (repository: Repository, signal: AbortSignal) => Promise<readonly OpenPullRequest[]>;
}

/** Webhooks that did not arrive. */
export interface Deliveries {
  readonly failedSince: (
    since: Date,
    signal: AbortSignal,
  ) => Promise<readonly { readonly id: number; readonly guid: string }[]>;
  readonly redeliver: (id: number, signal: AbortSignal) => Promise<void>;
}

export interface Ports {
  readonly reviewer: Reviewer;
  readonly clerk: CommandHandler;
  readonly directory: Directory;
  readonly deliveries: Deliveries;
}
