import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import type { DatedComment, ThreadComment } from "../../domain/github/own-posts.ts";
import type { GitHub } from "./client.ts";
import { commentOf, isActor, isUntouched, listOf, PageInfo, pageFields, Written, writtenFields } from "./own-posts.ts";
import { query, read, unreadable } from "./requests.ts";

/** An issue or a pull request as a conversation; title and body are untrusted. */
export interface Issue {
  readonly repo: string;
  readonly number: number;
  /** Null: it is not a pull request. */
  readonly pullHead: string | null;
  readonly title: string;
  readonly body: string;
  /** Our comments that only we edited. */
  readonly ownComments: readonly DatedComment[];
  /** The head of the default branch; null in a repository without commits. */
  readonly branch: { readonly ref: string; readonly sha: string } | null;
}

const Dated = Written.extend({ url: z.string(), createdAt: z.string(), lastEditedAt: z.string().nullable() });
const comments = `comments(first: 100, after: $comments) { totalCount ${pageFields} nodes { ${writtenFields} url createdAt lastEditedAt } }`;

/** A conversation, and the head of the default branch. */
const issues = {
  document: `query Issue($owner: String!, $name: String!, $number: Int!, $comments: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    defaultBranchRef { name target { oid } }
    issueOrPullRequest(number: $number) {
      ... on Issue { title body ${comments} }
      ... on PullRequest { title body headRefOid ${comments} }
    }
  }
}`,
  schema: z.object({
    viewer: z.object({ login: z.string() }),
    repository: z.object({
      defaultBranchRef: z.object({ name: z.string(), target: z.object({ oid: z.string() }).nullable() }).nullable(),
      issueOrPullRequest: z.object({
        title: z.string(),
        body: z.string(),
        headRefOid: z.string().optional(),
        comments: z.object({ totalCount: z.number(), pageInfo: PageInfo, nodes: listOf(Dated) }),
      }),
    }),
  }),
};

const mostComments = 10_000;

/** Our comments cannot be found among so many, and another attempt would not help. */
export class TooManyComments extends ReviewError {
  constructor() {
    super(
      `There are more than ${mostComments.toLocaleString("en")} comments here, too many to look through.`,
      "Ask in a new issue.",
    );
  }
}

/**
 * Relies on GitHub's record of authors and editors, like `readOwnPosts`. Each request brings the next hundred comments. Throws
 * `TooManyComments` after the first.
 */
export async function readIssue(
  github: GitHub,
  { repo, number }: { readonly repo: string; readonly number: number },
  signal: AbortSignal,
): Promise<Issue> {
  const ownComments: DatedComment[] = [];
  let cursor: string | null = null;
  for (;;) {
    const answer: z.infer<typeof issues.schema> = await query(
      github,
      { repo, number, comments: cursor },
      issues,
      signal,
    );
    const { viewer, repository } = answer;
    const { defaultBranchRef: branch, issueOrPullRequest: issue } = repository;
    const { title, body, comments, headRefOid: pullHead = null } = issue;
    if (comments.totalCount > mostComments) throw new TooManyComments();
    ownComments.push(...comments.nodes.filter((post) => isUntouched(post, viewer.login)).map(datedOf));
    cursor = comments.pageInfo.hasNextPage ? comments.pageInfo.endCursor : null;
    if (cursor !== null) continue;
    const head = branch?.target == null ? null : { ref: branch.name, sha: branch.target.oid };
    return { repo, number, pullHead, title, body, ownComments, branch: head };
  }
}

function datedOf(post: z.infer<typeof Dated>): DatedComment {
  return { ...commentOf(post), url: post.url, writtenAt: post.lastEditedAt ?? post.createdAt };
}

/** A thread with the reactions to its comments. GitHub counts at most 100 + 100 x 8 x 100 nodes; it allows 500,000. */
const threadDocument = `query Thread($thread: ID!, $comments: String) {
  viewer { login }
  node(id: $thread) {
    ... on PullRequestReviewThread {
      comments(first: 100, after: $comments) {
        ${pageFields}
        nodes {
          ${writtenFields}
          reactionGroups {
            content
            viewerHasReacted
            reactors(first: 100) { edges { reactedAt node { __typename ... on Bot { login } ... on User { login } } } }
          }
        }
      }
    }
  }
}`;
const Reactor = z.object({ __typename: z.string(), login: z.string().optional() });
const Group = z.object({
  content: z.string(),
  viewerHasReacted: z.boolean(),
  reactors: z.object({ edges: listOf(z.object({ reactedAt: z.string(), node: Reactor })).nullable() }),
});
const Comment = Written.extend({ reactionGroups: z.array(Group).nullable() });
const Thread = z.object({
  viewer: z.object({ login: z.string() }),
  node: z.object({ comments: z.object({ pageInfo: PageInfo, nodes: listOf(Comment) }) }),
});

const mostPages = 100;

/** A whole thread by its node id, oldest comment first. Each request brings the next hundred. */
export async function readThread(github: GitHub, thread: string, signal: AbortSignal): Promise<ThreadComment[]> {
  const found: ThreadComment[] = [];
  let cursor: string | null = null;
  for (let page = 1; page <= mostPages; page += 1) {
    const answer: unknown = await github.graphql(threadDocument, { thread, comments: cursor }, signal);
    const { viewer, node } = read(Thread, answer, "GraphQL Thread");
    const { nodes, pageInfo } = node.comments;
    found.push(...nodes.map((comment) => commentIn(comment, viewer.login)));
    cursor = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    if (cursor === null) return found;
  }
  throw unreadable("GraphQL Thread", `the thread has more than ${mostPages * 100} comments`);
}

function commentIn(comment: z.infer<typeof Comment>, viewer: string): ThreadComment {
  const { fullDatabaseId: id, body, reactionGroups } = comment;
  const groupOf = (content: string) => reactionGroups?.find((one) => one.content === content);
  const has = (content: string): boolean => groupOf(content)?.viewerHasReacted === true;
  const edges = groupOf("EYES")?.reactors.edges ?? [];
  const seenAt = edges.find(({ node }) => isActor(node, viewer))?.reactedAt ?? null;
  const answer = has("THUMBS_UP") ? "+1" : has("THUMBS_DOWN") ? "-1" : null;
  return { id, body, isOurs: isUntouched(comment, viewer), seenAt, answer };
}
