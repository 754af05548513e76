import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { z } from "zod";
import { runAgain } from "../../domain/errors.ts";
import { type GitHub, graphqlNameOf } from "./client.ts";
import { GitHubError } from "./errors.ts";

/** `owner/name` as the parameters of a request. */
export function ownerAndRepo(repo: string): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}

/** A method of `octokit.rest`. */
interface Endpoint<Parameters extends object> {
  (parameters?: Parameters): Promise<{ readonly data: unknown; readonly headers: { link?: string | undefined } }>;
  readonly endpoint: { readonly DEFAULTS: { readonly method: string; readonly url: string } };
}

/** One request; the answer is read by the schema. */
export async function ask<Parameters extends object, Schema extends z.ZodType>(
  method: Endpoint<Parameters>,
  parameters: NoInfer<Parameters>,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const { data } = await method({ ...parameters, request: { signal } });
  return read(schema, data, routeOf(method));
}

/** A GraphQL query about a repository; the answer is read by the schema. An error that GitHub reports in its answer is tried again. */
export async function query<Schema extends z.ZodType>(
  github: GitHub,
  { repo, ...variables }: { readonly repo: string; readonly [variable: string]: unknown },
  { document, schema }: { readonly document: string; readonly schema: Schema },
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  const { owner, repo: name } = ownerAndRepo(repo);
  const answer = await again(() => github.graphql(document, { owner, name, ...variables }, signal), signal);
  return read(schema, answer, graphqlNameOf(document));
}

/** Fields of a repository that a query asks for alone or beside others, and how their answer is read. Variables are `[type, value]` by name. */
export interface Part<Answer> {
  readonly variables: Readonly<Record<string, readonly [type: string, value: unknown]>>;
  readonly fields: string;
  readonly read: (repository: Readonly<Record<string, unknown>>) => Answer;
}

/** The variables of a part as its document declares them, and their values. */
export function declared({ variables }: Part<unknown>): { readonly types: string; readonly values: object } {
  const all = Object.entries(variables);
  return {
    types: all.map(([name, [type]]) => `$${name}: ${type}`).join(", "),
    values: Object.fromEntries(all.map(([name, [, value]]) => [name, value])),
  };
}

const Repository = z.object({ repository: z.record(z.string(), z.unknown()) });

/** One query for a part alone. */
export async function queryPart<Answer>(
  github: GitHub,
  { repo, name }: { readonly repo: string; readonly name: string },
  part: Part<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const { types, values } = declared(part);
  const document = `query ${name}($owner: String!, $name: String!, ${types}) {
  repository(owner: $owner, name: $name) {
    ${part.fields}
  }
}`;
  const { repository } = await query(github, { repo, ...values }, { document, schema: Repository }, signal);
  return part.read(repository);
}

/** Repeats what GitHub answered with an unclear error, after one and two seconds. Broken connections are repeated by the client. */
async function again<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await request();
    } catch (error) {
      const isUnclear = error instanceof GitHubError && error.status === 200 && error.isAmbiguous;
      if (!isUnclear || repeats === mostRepeats) throw error;
      await pause(pauseMs * (repeats + 1), undefined, { signal });
    }
  }
}

const pagesAtOnce = 4;

/**
 * All pages of a list, a hundred items each. The pages that the first one counts are read four at a time; then each further page, because
 * GitHub need not name the last page, and a list may grow meanwhile. `isCut`: there is more than was read.
 */
export async function askAll<Parameters extends object, Schema extends z.ZodType<readonly unknown[]>>(
  method: Endpoint<Parameters>,
  parameters: NoInfer<Parameters>,
  { schema, mostPages }: { readonly schema: Schema; readonly mostPages: number },
  signal: AbortSignal,
): Promise<{ readonly items: readonly z.output<Schema>[number][]; readonly isCut: boolean }> {
  const readPage = async (page: number) => {
    const { data, headers } = await method({ ...parameters, per_page: 100, page, request: { signal } });
    return { items: read(schema, data, routeOf(method)), link: headers.link ?? "" };
  };
  const first = await readPage(1);
  const counted = Math.min(Number(/[?&]page=(\d+)[^>]*>; rel="last"/.exec(first.link)?.[1] ?? 1), mostPages);
  const limit = pLimit(pagesAtOnce);
  const numbers = Array.from({ length: Math.max(0, counted - 1) }, (_, index) => index + 2);
  const pages = [first, ...(await Promise.all(numbers.map((page) => limit(() => readPage(page)))))];
  const goesOn = (): boolean => /; rel="next"/.test(pages.at(-1)?.link ?? "");
  while (goesOn() && pages.length < mostPages) pages.push(await readPage(pages.length + 1));
  return { items: pages.flatMap(({ items }) => items), isCut: goesOn() };
}

/** `GET /repos/{owner}/{repo}/pulls`, as in GitHub's documentation. */
export function routeOf({ endpoint }: Pick<Endpoint<never>, "endpoint">): string {
  return `${endpoint.DEFAULTS.method} ${endpoint.DEFAULTS.url}`;
}

/** An answer of a different form counts as no answer. */
export function read<Schema extends z.ZodType>(schema: Schema, data: unknown, route: string): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" };
  throw unreadable(route, `the answer does not have the documented form (${path.join(".")}: ${message})`);
}

/** An answer after which the run must not continue. */
export function unreadable(route: string, why: string): GitHubError {
  return new GitHubError(`${route}: ${why}`, runAgain, {
    status: 200,
    isAmbiguous: false,
  });
}

const mostRepeats = 2;
/** GitHub may not list a new post at once: the first look comes after one second, the second after two, the third after three. */
const pauseMs = 1_000;

/**
 * A write that happens once. After an unclear answer (a timeout, 5xx, a broken connection, "submitted too quickly") `look` finds the written post, or
 * null; only then is it written again, at most twice. Without `look` a second write does no harm.
 */
export async function writeOnce<Written>(
  write: () => Promise<Written>,
  signal: AbortSignal,
  look: () => Promise<Written | null> = async () => null,
): Promise<Written> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof GitHubError && error.isAmbiguous)) throw error;
      await pause((error.waitMs ?? pauseMs) * (repeats + 1), undefined, { signal });
      const found = await look();
      if (found !== null) return found;
      if (repeats === mostRepeats) throw error;
    }
  }
}
