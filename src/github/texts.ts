import pLimit from "p-limit";
import { z } from "zod";
import type { GitHub } from "./client.ts";
import { textsDocument, textsPerRequest } from "./documents.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

/** Larger files are not read: 1 MiB, as for a local review. */
const maxTextBytes = 1024 * 1024;
const atOnce = 4;

export const GitObject = z
  .object({
    __typename: z.string(),
    text: z.string().nullish(),
    isBinary: z.boolean().nullish(),
    isTruncated: z.boolean().nullish(),
    byteSize: z.number().nullish(),
    oid: z.string().nullish(),
  })
  .nullable();
export type GitObject = z.infer<typeof GitObject>;

/** `text` is null for what is no text of at most 1 MiB. */
export interface Blob {
  readonly text: string | null;
  readonly oid: string | null;
}

/** Files by `<sha>:<path>`; null where there is none. */
export async function readTexts(
  github: GitHub,
  repo: string,
  expressions: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Blob | null>> {
  const limit = pLimit(atOnce);
  const parts = Array.from({ length: Math.ceil(expressions.length / textsPerRequest) }, (_, index) =>
    expressions.slice(index * textsPerRequest, (index + 1) * textsPerRequest),
  );
  const answers = await Promise.all(parts.map((part) => limit(() => readPart(github, repo, part, signal))));
  return new Map(answers.flat());
}

async function readPart(
  github: GitHub,
  repo: string,
  expressions: readonly string[],
  signal: AbortSignal,
): Promise<(readonly [string, Blob | null])[]> {
  const { owner, repo: name } = ownerAndRepo(repo);
  const variables = Object.fromEntries(expressions.map((expression, index) => [`e${index}`, expression]));
  const answer = await github.graphql(textsDocument(expressions.length), { owner, name, ...variables }, signal);
  const { repository } = read(z.object({ repository: z.record(z.string(), GitObject) }), answer, "GraphQL Texts");
  return Promise.all(
    expressions.map(async (expression, index): Promise<readonly [string, Blob | null]> => {
      const object = repository[`f${index}`] ?? null;
      if (object?.__typename !== "Blob") return [expression, null];
      const text = textOf(object) ?? (await wholeBlob(github, repo, object, signal));
      return [expression, { text, oid: object.oid ?? null }];
    }),
  );
}

/** The text of a blob; null for a binary, cut or too large one, and for what is no blob. */
export function textOf(object: NonNullable<GitObject>): string | null {
  const { __typename: type, isBinary, isTruncated, byteSize, text } = object;
  const isWhole = type === "Blob" && isBinary !== true && isTruncated !== true && (byteSize ?? 0) <= maxTextBytes;
  return isWhole ? (text ?? null) : null;
}

/** GraphQL cuts texts at about 512 kB; REST has them whole. */
async function wholeBlob(
  github: GitHub,
  repo: string,
  { isBinary, isTruncated, byteSize, oid }: NonNullable<GitObject>,
  signal: AbortSignal,
): Promise<string | null> {
  if (isTruncated !== true || isBinary === true || !oid || (byteSize ?? 0) > maxTextBytes) return null;
  const route = "GET /repos/{owner}/{repo}/git/blobs/{file_sha}";
  const answer = await github.request(route, { ...ownerAndRepo(repo), file_sha: oid, request: { signal } });
  const { content } = read(z.object({ content: z.string(), encoding: z.literal("base64") }), answer.data, route);
  const text = Buffer.from(content, "base64").toString("utf8");
  return text.includes("\0") ? null : text;
}
