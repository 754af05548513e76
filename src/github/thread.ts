import { z } from "zod";
import type { ThreadComment } from "../domain/thread.ts";
import type { GitHub } from "./client.ts";
import { threadDocument } from "./documents.ts";
import { isActor, isUntouched, listOf, PageInfo, Written } from "./own-posts.ts";
import { read, unreadable } from "./pull-request.ts";

const Reactor = z.object({ __typename: z.string(), login: z.string().optional() });
const Group = z.object({
  content: z.string(),
  viewerHasReacted: z.boolean(),
  reactors: z.object({ edges: listOf(z.object({ reactedAt: z.string(), node: Reactor })).nullable() }),
});
const Comment = Written.extend({ reactionGroups: z.array(Group).nullable() });
const Answer = z.object({
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
    const { viewer, node } = read(Answer, answer, "GraphQL Thread");
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
