import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { type GitHub, githubClient } from "../../../src/github/client/client.ts";

/** What goes wrong: an answer instead of the work, or the work without an answer. */
export type Fault =
  | { readonly status: number; readonly isDone: boolean; readonly message?: string; readonly retryAfter?: string }
  | "reset-after";

export interface Written {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
}

const Body = z.looseObject({
  event: z.string().optional(),
  body: z.string().optional(),
  path: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().optional(),
  comments: z.array(z.looseObject({ line: z.number(), path: z.string() })).optional(),
  query: z.string().optional(),
  variables: z.record(z.string(), z.unknown()).optional(),
  external_id: z.string().optional(),
  output: z
    .looseObject({ title: z.string(), text: z.string(), annotations: z.array(z.unknown()).optional() })
    .optional(),
});
type Body = z.infer<typeof Body>;

interface Check {
  id: number;
  externalId: string;
  status: string;
  conclusion: string | null;
  titles: string[];
  annotations: number;
  isForeign?: boolean;
}

export interface World {
  readonly log: Written[];
  readonly reviews: { id: number; body: string; isPending: boolean; isForeign?: boolean; comments: number[] }[];
  readonly comments: { id: number; body: string }[];
  readonly threads: { id: string; path: string; body: string; isResolved: boolean; replies: string[] }[];
  readonly checks: Check[];
  /** How many requests with this method and path end wrongly, in order; empty again when used up. */
  readonly faults: { method: string; path: RegExp; fault: Fault }[];
  readonly github: GitHub;
  readonly writes: (method: string, path: RegExp) => Written[];
  readonly close: () => Promise<void>;
}

const here = "/repos/acme/shop";

/** The few rules of GitHub that publishing turns on. Lines from 1000 on are not in the diff; the file "no-comment.ts" takes no comment. */
export async function startWorld(): Promise<World> {
  const world: Omit<World, "github" | "writes" | "close"> = {
    log: [],
    reviews: [],
    comments: [],
    threads: [],
    checks: [],
    faults: [],
  };
  let last = 100;
  const next = (): number => {
    last += 1;
    return last;
  };

  const routes: readonly (readonly [RegExp, (body: Body, id: number, route: string) => [number, unknown]])[] = [
    [/ \/graphql$/, (body) => [200, answerGraphql(body)]],
    [/check-runs/, answerCheck],
    [/^POST \/pulls\/7\/reviews$/, postReview],
    [/^POST \/pulls\/7\/comments$/, postFileComment],
    [/^POST \/issues\/7\/comments$/, postComment],
    [/^DELETE \/pulls\/7\/reviews\//, (_, id) => remove(world.reviews, id)],
    [/^PATCH \/issues\/comments\//, updateComment],
    [/\/reactions$/, () => [201, { id: next() }]],
  ];

  function respond({ method, path, body }: Written): [number, unknown] {
    const route = `${method} ${path.replace(here, "").replace(/\?.*$/, "")}`;
    const [, handle] = routes.find(([pattern]) => pattern.test(route)) ?? [];
    return handle?.(body, Number(route.split("/").at(-1)), route) ?? [404, { message: `no route ${route}` }];
  }

  function postComment({ body = "" }: Body): [number, unknown] {
    world.comments.push({ id: next(), body });
    return [201, { id: last }];
  }

  function postFileComment({ path = "", body = "" }: Body): [number, unknown] {
    if (path === "no-comment.ts") return [422, { message: "Validation Failed" }];
    world.threads.push({ id: `T${next()}`, path, body, isResolved: false, replies: [] });
    return [201, { id: last }];
  }

  function updateComment({ body = "" }: Body, id: number): [number, unknown] {
    const comment = world.comments.find((one) => one.id === id);
    if (comment === undefined) return [404, { message: "Not Found" }];
    comment.body = body;
    return [200, { id }];
  }

  function postReview(body: Body): [number, unknown] {
    const isBad = (body.comments ?? []).some(({ line }) => line >= 1_000);
    if (isBad || world.reviews.some(({ isPending }) => isPending)) return [422, { message: "Unprocessable Entity" }];
    const comments = (body.comments ?? []).map(({ line }) => line);
    world.reviews.push({ id: next(), body: body.body ?? "", isPending: body.event === undefined, comments });
    return [200, { id: last }];
  }

  function remove(list: { id: number }[], id: number): [number, unknown] {
    const index = list.findIndex((one) => one.id === id);
    if (index < 0) return [404, { message: "Not Found" }];
    list.splice(index, 1);
    return [200, {}];
  }

  function answerCheck(body: Body, id: number, route: string): [number, unknown] {
    if (route === "GET /commits/abc1234/check-runs") {
      return [200, { total_count: world.checks.length, check_runs: world.checks.map(shown) }];
    }
    if (route === "POST /check-runs") {
      const { external_id: externalId = "", output } = body;
      const check = { id: next(), externalId, status: "in_progress", conclusion: null, annotations: 0 };
      world.checks.unshift({ ...check, titles: [output?.title ?? ""] });
      return [201, shown({ ...check, titles: [] })];
    }
    const check = world.checks.find((one) => one.id === id);
    if (check === undefined) return [404, { message: "Not Found" }];
    return route.startsWith("PATCH") ? updateCheck(check, body) : [200, shown(check)];
  }

  function updateCheck(check: Check, { status, conclusion, output }: Body): [number, unknown] {
    if (check.isForeign) return [403, { message: "Invalid app_id" }];
    check.status = status ?? check.status;
    check.conclusion = conclusion ?? check.conclusion;
    check.titles.push(output?.title ?? "");
    // Each update adds to what is there.
    check.annotations += output?.annotations?.length ?? 0;
    return [200, shown(check)];
  }

  function answerGraphql({ query = "", variables = {} }: Body): unknown {
    const fails = world.threads.some(({ replies }) => replies.includes("fail all"));
    if (query.startsWith("mutation")) return fails ? { errors: [{ message: "not now" }] } : resolve(query, variables);
    const ours = { viewerDidAuthor: true, editor: null };
    const all = <Node>(nodes: Node[]) => ({ pageInfo: { hasNextPage: false, endCursor: null }, nodes });
    const pullRequest = {
      reviewThreads: all(
        world.threads.map(({ id, path, body, isResolved, replies }) => {
          const nodes = [body, ...replies].map((text) => ({ fullDatabaseId: "1", body: text, ...ours }));
          return { id, path, isResolved, isOutdated: true, comments: { totalCount: nodes.length, nodes } };
        }),
      ),
      comments: all(world.comments.map(({ id, body }) => ({ fullDatabaseId: `${id}`, body, ...ours }))),
      reviews: all(
        world.reviews.map(({ id, body, isPending }) => {
          return { fullDatabaseId: `${id}`, body, ...ours, state: isPending ? "PENDING" : "COMMENTED" };
        }),
      ),
    };
    return { data: { viewer: { login: "bot" }, repository: { pullRequest } } };
  }

  function resolve(query: string, variables: Record<string, unknown>): unknown {
    const errors: unknown[] = [];
    for (const [, field = "", number = ""] of query.matchAll(/\b([rs])(\d+):/g)) {
      const thread = world.threads.find(({ id }) => id === variables[`t${number}`]);
      if (thread === undefined) errors.push({ path: [`${field}${number}`], message: `no thread ${number}` });
      else if (field === "r" && variables[`b${number}`] === "refused")
        errors.push({ path: [`r${number}`], message: `no reply ${number}` });
      else if (field === "r") thread.replies.push(String(variables[`b${number}`]));
      else thread.isResolved = true;
    }
    return { data: {}, ...(errors.length === 0 ? {} : { errors }) };
  }

  const server = createServer(async (request, response) => {
    const written = await readRequest(request);
    world.log.push(written);
    const index = world.faults.findIndex(({ method, path }) => method === written.method && path.test(written.path));
    const fault = index < 0 ? null : (world.faults.splice(index, 1)[0]?.fault ?? null);
    const isDone = fault === null || fault === "reset-after" || fault.isDone;
    const [status, answer] = isDone ? respond(written) : [0, null];
    if (fault === "reset-after") return request.socket.destroy();
    const wait = fault?.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
    response.writeHead(fault?.status ?? status, { "content-type": "application/json", ...wait });
    return response.end(JSON.stringify(fault === null ? answer : { message: fault.message ?? "fault" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${addressOf(server.address()).port}`;
  const github = githubClient({
    token: "t",
    apiUrl: url,
    graphqlUrl: `${url}/graphql`,
    version: "0",
    deadlineMs: () => 0,
    onNote: () => undefined,
  });
  return {
    ...world,
    github,
    writes: (method, path) => world.log.filter((one) => one.method === method && path.test(one.path)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function shown({ id, externalId, status, conclusion, annotations, titles }: Check): unknown {
  const output = { title: titles.at(-1) ?? null, annotations_count: annotations };
  return { id, external_id: externalId, status, conclusion, output };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address;
}

async function readRequest(request: IncomingMessage): Promise<Written> {
  const text = (await request.toArray()).map(String).join("");
  const body = Body.parse(text === "" ? {} : JSON.parse(text));
  return { method: request.method ?? "", path: request.url ?? "", body };
}
