import { type Kysely, sql } from "kysely";
import type { JobInsert, PgBoss } from "pg-boss";
import { readCommand } from "../domain/command.ts";
import { type EventJobData, enqueue, type ReviewJob } from "./queue.ts";
import type { EventJob, Request, Subject } from "./requests.ts";
import type { Tables } from "./schema.ts";

/** A webhook that is worth keeping; `content` is the hash of its signed bytes. */
export interface Delivery {
  readonly content: string;
  readonly guid: string;
  readonly event: string;
  readonly action: string;
  readonly installation: string;
  readonly requests: readonly Request[];
}

export interface AcceptOptions {
  readonly db: Kysely<Tables>;
  readonly boss: PgBoss;
  readonly quietSeconds: number;
}

/**
 * Keeps deliveries and what they ask for in one transaction, so that none is acknowledged and lost, and none done twice: the same bytes count
 * once, whatever delivery id they come with. Answers which were new, in order.
 */
export async function acceptDeliveries(deliveries: readonly Delivery[], options: AcceptOptions): Promise<boolean[]> {
  return options.db.transaction().execute(async (transaction) => {
    const byContent = new Map(deliveries.map((one) => [one.content, one]));
    const distinct = [...byContent.values()];
    const stored = await transaction
      .insertInto("deliveries")
      .values(inOrder(byContent).map(({ requests: _, ...row }) => row))
      .onConflict((conflict) => conflict.column("content").doNothing())
      .returning("content")
      .execute();
    const fresh = new Set(stored.map(({ content }) => content));
    const requests = distinct.filter(({ content }) => fresh.has(content)).flatMap((one) => one.requests);
    await writeRequests(transaction, requests, options);
    return deliveries.map((one) => fresh.delete(one.content));
  });
}

/** What is wanted, and the jobs for it, in the caller's transaction. */
export async function writeRequests(
  transaction: Parameters<typeof enqueue>[1],
  requests: readonly Request[],
  { boss, quietSeconds }: Pick<AcceptOptions, "boss" | "quietSeconds">,
): Promise<void> {
  const wishes = wishesIn(requests);
  const ordered = inOrder(wishes);
  for (const wish of ordered) await want(transaction, wish);
  const reviews = ordered.map(({ subject, actor }) =>
    jobFor(keyOf(subject), subject.installation, quietSeconds, actor),
  );
  const errands = requests.flatMap((one) => (one.kind === "errand" ? [one] : []));
  await enqueue(boss, transaction, "review", reviews);
  for (const queue of ["errand", "long"] as const) {
    const jobs = errands.filter((one) => queueFor(one.errand) === queue).map(errandJob);
    await enqueue(boss, transaction, queue, jobs);
  }
}

/** By key, the same in every process: two transactions that take the same rows in another order would wait for each other for ever. */
function inOrder<Value>(values: ReadonlyMap<string, Value>): Value[] {
  return [...values].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

type Wish = Required<Omit<Extract<Request, { kind: "review" }>, "kind">>;

/** One wish per subject: a statement may not touch a row twice, and a job per subject is enough. */
function wishesIn(requests: readonly Request[]): Map<string, Wish> {
  const wishes = new Map<string, Wish>();
  for (const request of requests) {
    if (request.kind !== "review") continue;
    const key = keyOf(request.subject);
    const before = wishes.get(key);
    const { subject, isClosed, isExplicit, isFull, mayExceed } = request;
    wishes.set(key, {
      subject,
      isClosed,
      isExplicit: isExplicit || before?.isExplicit === true,
      isFull: isFull === true || before?.isFull === true,
      mayExceed: mayExceed === true || before?.mayExceed === true,
      actor: request.actor ?? before?.actor ?? "",
    });
  }
  return wishes;
}

/** The same over renames of the repository, never the same for two tenants. */
export function keyOf(subject: Subject): string {
  const { installation, key } = subject;
  return JSON.stringify([installation, key, subject.kind === "pull-request" ? subject.number : subject.head]);
}

async function want(
  transaction: Kysely<Tables>,
  { subject, isExplicit, isClosed, isFull, mayExceed }: Wish,
): Promise<void> {
  const { installation, key: repository, repo } = subject;
  const group = subject.kind === "merge-group" ? { head: subject.head, base: subject.base, ref: subject.ref } : null;
  await transaction
    .insertInto("subjects")
    .values({
      key: keyOf(subject),
      installation,
      repository,
      repo,
      number: subject.kind === "pull-request" ? subject.number : null,
      merge_group: group === null ? null : JSON.stringify(group),
      wanted: 1,
      explicit: isExplicit ? 1 : 0,
      done: 0,
      token: 0,
      is_closed: isClosed,
      state: null,
      state_before: null,
      decisions: null,
      full: isFull ? 1 : 0,
      beyond: mayExceed ? 1 : 0,
    })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        repo,
        wanted: sql<number>`subjects.wanted + 1`,
        ...(isExplicit ? { explicit: sql<number>`subjects.wanted + 1` } : {}),
        ...(isFull ? { full: sql<number>`subjects.wanted + 1` } : {}),
        ...(mayExceed ? { beyond: sql<number>`subjects.wanted + 1` } : {}),
        is_closed: isClosed,
        // How long somebody has been waiting: since the first wish that nobody has answered.
        wanted_at: sql<Date>`case when subjects.wanted > subjects.done then subjects.wanted_at else now() end`,
      }),
    )
    .execute();
}

/** `group` and `actor` are what turns go by. */
export function jobFor(subject: string, installation: string, afterSeconds: number, actor = ""): JobInsert<ReviewJob> {
  return { data: { subject, actor }, singletonKey: subject, group: { id: installation }, startAfter: afterSeconds };
}

/** Questions, and what is no command and thus a reply, wait for models. By the words alone: what becomes of them is found out when it is done. */
function queueFor(errand: EventJob): "long" | "errand" {
  if (errand.kind !== "command") return "errand";
  const command = readCommand(errand.body);
  return command === null || command.kind === "plan" ? "long" : "errand";
}

function errandJob({ errand }: Extract<Request, { kind: "errand" }>): JobInsert<EventJobData> {
  const actor = "login" in errand ? (errand.login ?? "") : "";
  return { data: { errand, actor }, group: { id: errand.installation } };
}

/**
 * Puts what is asked for at the same time into one call, so that a burst costs few transactions: one call at a time, `most` in each. A call
 * that fails is made again for each of its parts alone, so that nobody fails for another's fault.
 */
export function batched<Input, Output>(
  call: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  most: number,
): (input: Input) => Promise<Output> {
  interface Waiting {
    readonly input: Input;
    readonly settle: (output: Promise<Output>) => void;
  }
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function one(input: Input): Promise<Output> {
    const [output] = await call([input]);
    if (output === undefined) throw new Error("a batch without an answer");
    return output;
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const outputs = await call(batch.map(({ input }) => input));
      for (const [index, { settle, input }] of batch.entries()) {
        const output = outputs[index];
        settle(output === undefined ? one(input) : Promise.resolve(output));
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.settle(Promise.reject(error));
      else for (const { settle, input } of batch) settle(one(input));
    }
  }

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await run(batch);
    }
    isRunning = false;
  }

  return (input) =>
    new Promise((resolve) => {
      waiting.push({ input, settle: resolve });
      // What arrives in the same turn of the loop goes along.
      setImmediate(() => void drain());
    });
}
