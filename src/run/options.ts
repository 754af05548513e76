import type { Decisions } from "../domain/decisions.ts";
import type { Emit } from "../domain/events.ts";
import type { Conclusion, Review } from "../domain/review.ts";
import type { State } from "../domain/state.ts";

/**
 * What to review on GitHub. `isExplicit`: a person asked, so it is debated again even if nothing changed. `head`: the sha that was asked
 * for; if the pull request has another by now, the run is superseded.
 */
export type Task =
  | {
      readonly kind: "pull-request";
      readonly repo: string;
      readonly number: number;
      readonly isExplicit: boolean;
      /** No answer that a model gave before is replayed. */
      readonly isFull?: boolean;
      /** A maintainer asked: it goes on though the budget of the pull request is spent. */
      readonly mayExceed?: boolean;
      readonly head?: string;
    }
  | {
      readonly kind: "merge-group";
      readonly repo: string;
      readonly head: string;
      readonly base: string;
      readonly ref: string;
    };

/** Tokens of an App: short-lived, and no stronger than the request needs. */
export interface Credential {
  /** Whose limits its requests count against. */
  readonly identity: string;
  /** One that is good for a while yet. */
  readonly tokenFor: (isWrite: boolean) => Promise<string>;
  /** In the place of one that GitHub refused before its time: revoked, or run out by a clock that is wrong here. */
  readonly renewedFor?: (isWrite: boolean) => Promise<string>;
  /** Asked before each write. Throws when this run has lost the right to it, because another one took over (fencing). */
  readonly mayWrite: () => Promise<void>;
  /** All that were handed out, so that none appears in what is published. */
  readonly issued: () => readonly string[];
}

/** What a run remembers outside the pull request: the App's store, which is the truth there; the pull request's state block is a copy. */
export interface RunRecord {
  readonly journal: {
    read(key: string): Promise<string | undefined>;
    write(key: string, value: string): Promise<void>;
  };
  /** Null: nothing is remembered of that pull request. */
  readonly stateOf: (number: number) => Promise<State | null>;
  /** What an attempt on this pull request starts from, also when it was killed and is done again. Undefined: nothing is remembered at all. */
  readonly stateBefore: (attempt: { head: string; attempt: number }) => Promise<State | null | undefined>;
  readonly saveState: (state: State) => Promise<void>;
  /** Whether the run with that check began and was not told to have ended: then it was killed with its last write. */
  readonly isUntold: (externalId: string) => Promise<boolean>;
  /** What people decided, as it is now: they may decide while a debate is under way. */
  readonly decisions: () => Promise<Decisions>;
  /** The run has a check now; whoever finds it in progress too long can end it. */
  readonly checkStarted: (check: { head: string; externalId: string; id: number }) => Promise<void>;
}

/** A comment that may be a command. `isInThread`: in a thread of a review; ids of those are counted apart. */
export interface CommentGiven {
  readonly repo: string;
  readonly number: number;
  readonly comment: number;
  readonly isInThread: boolean;
  /** On an issue that is no pull request. */
  readonly isOnIssue?: boolean;
  readonly login: string;
  readonly body: string;
  /** The first comment of the thread that this one is in; left out where it begins a thread or stands in the conversation. */
  readonly inReplyTo?: number;
  /** By GitHub's clock; left out where an earlier version of this program put it down. */
  readonly writtenAt?: string;
}

/** What a person wants reviewed by a command: see `Task`. */
export interface ReviewRequest {
  readonly isExplicit: boolean;
  readonly isFull: boolean;
  readonly mayExceed: boolean;
}

/** What lets a command write about a pull request as a run of it would: nobody else is at work on it. */
export interface Lease {
  readonly memory: RunRecord;
  readonly mayWrite: Credential["mayWrite"];
}

/** Where an App keeps what people decide. */
export interface DecisionStore {
  readonly read: () => Promise<{ readonly state: State | null; readonly decisions: Decisions }>;
  /** False: somebody else decided something in between, so read again. */
  readonly keep: (decisions: Decisions) => Promise<boolean>;
  /** Answers of models, kept for a job that is done again after it was killed. */
  readonly journal: () => Promise<RunRecord["journal"]>;
  /** Null: a review is at work on it, and will publish what was decided at its end. */
  readonly alone: <Result>(work: (right: Lease) => Promise<Result>) => Promise<Result | null>;
}

/** The reason of an abort: the change is no longer what is reviewed. The check says so. */
export class Superseded extends Error {
  override readonly name = "Superseded";
  /** The new head, or a sentence's part about what came in its place. */
  readonly by: string;
  constructor(by: string) {
    super(`superseded by ${by}`);
    this.by = by;
  }
}

export interface GitHubRunOptions {
  readonly task: Task;
  /** Keys, seats and endpoints by the names of design §12. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Rules only, whatever keys are set. */
  readonly offline: boolean;
  /** Whether installed CLI agents may become seats without being named. */
  readonly detectsPrograms: boolean;
  readonly github: {
    readonly token: string | Credential;
    readonly apiUrl: string;
    readonly graphqlUrl: string;
    /** GitHub's id of the repository that is meant, which stays when it is renamed; left out where it is not known. */
    readonly repositoryId?: string;
    /** 0: as many as come; null or left out: as GitHub asks for where it is GitHub's server. */
    readonly writesPerMinute?: number | null;
  };
  /** With a memory a run that is stopped or broken off by GitHub leaves its check open: whoever runs it again goes on from there. */
  readonly memory?: RunRecord;
  /** Read at the base sha of the pull request. */
  readonly configPath: string;
  /** The text of a settings file given by hand, with the name to show, instead. */
  readonly config?: { readonly name: string; readonly text: string };
  readonly tighten: { readonly blockOn?: string; readonly onInconclusive?: string; readonly maxCostUsd?: number };
  readonly version: string;
  /** Where people can follow the run. */
  readonly runUrl: string | null;
  /** False: nothing is written to GitHub. */
  readonly publish: boolean;
  readonly emit: Emit;
  readonly now: () => Date;
}

/**
 * `conclusion` and `title` are as published: the worst of the open pull requests with the same head. `isReadOnly`: the token could write
 * neither check nor comment. `pull` is the pull request's number, null for a merge group.
 */
export interface GitHubRunResult {
  readonly review: Review;
  readonly checkRunId: number | null;
  readonly reviewId: number | null;
  readonly isReadOnly: boolean;
  readonly conclusion: Conclusion;
  readonly title: string;
  /** Nothing was debated: an earlier result stands. */
  readonly isStanding: boolean;
  readonly notes: readonly string[];
  readonly pull: number | null;
}
