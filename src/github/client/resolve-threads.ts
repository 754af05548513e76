import { z } from "zod";
import type { Operation } from "../../domain/github/operation.ts";
import type { PullRequest } from "../../domain/github/own-posts.ts";
import { cutCharacters, plain } from "../../text/text.ts";
import type { GitHub } from "./client.ts";
import { readOwnPosts } from "./own-posts.ts";
import { read, writeOnce } from "./requests.ts";

type Threads = Extract<Operation, { kind: "resolve-threads" }>["threads"];
const Answer = z.object({
  errors: z
    .array(z.object({ path: z.array(z.union([z.string(), z.number()])).nullish(), message: z.string() }))
    .nullish(),
});

const threadsPerRequest = 20;

/** Answers and resolves threads, many in one request. Returns why some failed, or null. Throws a `GitHubError` when a request fails. */
export async function resolveThreads(
  github: GitHub,
  pull: PullRequest,
  threads: Threads,
  signal: AbortSignal,
): Promise<string | null> {
  const errors: string[] = [];
  for (let start = 0; start < threads.length; start += threadsPerRequest) {
    errors.push(...(await resolveBatch(github, pull, threads.slice(start, start + threadsPerRequest), signal)));
  }
  return errors.length === 0 ? null : `${errors.length} of ${threads.length} threads: ${errors[0]}`;
}

/** One reason per failed thread. After an unclear answer only the missing writes are sent again. */
async function resolveBatch(
  github: GitHub,
  pull: PullRequest,
  threads: Threads,
  signal: AbortSignal,
): Promise<readonly string[]> {
  let left = threads;
  const look = async () => {
    const { threads: own } = await readOwnPosts(github, pull, signal);
    left = left.flatMap((write) => {
      const now = own.find(({ thread }) => thread === write.thread);
      const isSaid = write.reply === null || now?.ownReplies.includes(write.reply) === true;
      if (isDone(write, isSaid, now?.isResolved)) return [];
      return [{ ...write, reply: isSaid ? null : write.reply }];
    });
    return left.length === 0 ? [] : null;
  };
  return writeOnce(() => send(github, left, signal), signal, look);
}

/** A resolved thread needs no reply any more: the reply only explained why it is resolved. */
function isDone({ end = "resolve" }: Threads[number], isSaid: boolean, isResolved: boolean | undefined): boolean {
  if (end === "leave") return isSaid;
  return end === "resolve" ? isResolved === true : isSaid && isResolved === false;
}

async function send(github: GitHub, threads: Threads, signal: AbortSignal): Promise<readonly string[]> {
  const query = resolveDocument(threads.map(({ reply, end = "resolve" }) => ({ hasReply: reply !== null, end })));
  const variables = Object.fromEntries(
    threads.flatMap(({ thread, reply }, index) => [
      [`t${index}`, thread],
      ...(reply === null ? [] : [[`b${index}`, reply]]),
    ]),
  );
  // `graphql` would hide which fields failed.
  const answer = await github.request("POST /graphql", { query, variables, request: { signal } });
  const errors = read(Answer, answer.data, "GraphQL Resolve").errors ?? [];
  return threads.flatMap((_, index) => {
    const error = errors.find(({ path }) => !path || path[0] === `r${index}` || path[0] === `s${index}`);
    return error === undefined ? [] : [cutCharacters(plain(error.message), 300)];
  });
}

/** Per thread an optional reply and its end; `$t…` are node ids, `$b…` bodies. */
function resolveDocument(
  writes: readonly { readonly hasReply: boolean; readonly end: "resolve" | "reopen" | "leave" }[],
): string {
  const variables = writes.flatMap(({ hasReply }, index) => [
    `$t${index}: ID!`,
    ...(hasReply ? [`$b${index}: String!`] : []),
  ]);
  const fields = writes.flatMap(({ hasReply, end }, index) => [
    ...(hasReply
      ? [
          `r${index}: addPullRequestReviewThreadReply(input: {pullRequestReviewThreadId: $t${index}, body: $b${index}}) { comment { id } }`,
        ]
      : []),
    ...(end === "leave"
      ? []
      : [`s${index}: ${mutations[end]}(input: {threadId: $t${index}}) { thread { id isResolved } }`]),
  ]);
  return `mutation Resolve(${variables.join(", ")}) {\n  ${fields.join("\n  ")}\n}`;
}

const mutations = { resolve: "resolveReviewThread", reopen: "unresolveReviewThread" } as const;
