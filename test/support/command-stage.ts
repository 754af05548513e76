import type { CommentGiven, ReviewRequest } from "../../src/domain/github/request.ts";
import { clientFor } from "../../src/github/client/client.ts";
import type { AnswerContext, CommandOptions, IncomingComment } from "../../src/github/commands/context.ts";
import { handleComment } from "../../src/github/commands/handle-comment.ts";
import { answersIn, commentBy, signsOn } from "./commands.ts";
import { placeOf } from "./place.ts";
import { runRequest } from "./run-request.ts";
import type { Scenario } from "./scenario.ts";

/** Comments on the pull request of a scenario, handled in this process. GitHub is the stand-in over HTTP. */
export interface CommandStage {
  /** The notes of all comments so far. */
  readonly notes: string[];
  readonly options: CommandOptions;
  /** Somebody writes a comment. */
  readonly incoming: (login: string, body: string, more?: Partial<CommentGiven>) => IncomingComment;
  /** The same, with our own comments as they are now. */
  readonly answering: (login: string, body: string, more?: Partial<CommentGiven>) => Promise<AnswerContext>;
  /** Somebody writes a comment, and it is handled. The signs are without 👀: whether that was shown depends on how long it took. */
  readonly handle: (login: string, body: string, more?: Partial<CommentGiven>) => Promise<Handled>;
}

interface Handled {
  readonly request: ReviewRequest | null;
  readonly signs: readonly string[];
  /** What was answered to this comment and all before it. */
  readonly answers: readonly string[];
}

const { signal } = new AbortController();

export function commandStage(scenario: Scenario): CommandStage {
  const { github, pull } = scenario;
  const notes: string[] = [];
  const { task: _, ...request } = runRequest(scenario);
  const options: CommandOptions = {
    ...request,
    emit: (event) => {
      if (event.type === "note") notes.push(event.text);
    },
  };
  const incoming: CommandStage["incoming"] = (login, body, more = {}) => {
    const place = more.isOnIssue === true && more.number !== undefined ? { issue: more.number } : {};
    const { id, at } = commentBy(scenario, login, body, { inThread: more.isInThread === true, ...place });
    const { repo } = github.world;
    const given = { repo, number: pull.number, comment: id, isInThread: false, login, body, writtenAt: at, ...more };
    return { given, options, github: clientFor(options) };
  };
  return {
    notes,
    options,
    incoming,
    answering: async (...comment) => {
      const { posts } = await placeOf(scenario);
      return { ...incoming(...comment), head: pull.head.sha, comments: posts.comments };
    },
    handle: async (...comment) => {
      const { given } = incoming(...comment);
      const request = await handleComment(given, options, signal);
      const signs = signsOn(scenario, given.comment).filter((sign) => sign !== "eyes");
      return { request, signs, answers: answersIn(scenario) };
    },
  };
}
