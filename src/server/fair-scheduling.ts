import { sql } from "kysely";
import type { Job } from "pg-boss";
import { messageOf } from "../domain/errors.ts";
import type { Store } from "./store.ts";

export interface Concurrency {
  readonly concurrency: number;
  readonly concurrencyPerInstallation: number;
}

export interface SchedulingOptions extends Concurrency {
  /** How often the queue is looked at. */
  readonly pollSeconds: number;
  readonly onError: (why: string) => void;
}

/** A job whose turn it is, and whose it is. */
interface Turn {
  readonly installation: string;
  readonly actor: string;
}

/** After a job ends pg-boss still has to write that down; looking earlier would count it as at work. */
const settleMs = 50;
const mostRemembered = 500;
/** A worker is woken when a job has its turn. Two dozen idle workers that looked by themselves would keep the built-in store busy. */
const workerPollSeconds = 30;
/** How often workers are woken for a job whose turn was given but that nobody took, as when its process ended. */
const wakeAgainMs = 2_000;

/**
 * Takes jobs: so many at once, and of one installation so many in all processes. The next job is one of the installation with the fewest at
 * work; of those, of the one that had its turn longest ago; within the installation the same holds for people. So hundreds of jobs of one keep
 * another waiting for one job at most. A fifth of the workers is kept for installations of which nothing is at work. Stops with what it returns.
 */
export async function takeFairly<Data extends object>(
  { db, boss }: Store,
  name: string,
  options: SchedulingOptions,
  work: (job: Job<Data>) => Promise<void>,
): Promise<() => Promise<void>> {
  const { concurrency, concurrencyPerInstallation, pollSeconds, onError } = options;
  const idle = new Set<string>();
  let isOver = false;
  const recent: Recent = { installations: [], actors: [] };
  let wokenAt = Number.NEGATIVE_INFINITY;
  const look = oneAtATime(async () => {
    if (isOver || idle.size === 0) return;
    const waiting = await waitingIn(db, name);
    if (!waiting.any) return;
    const turns = await giveTurns(db, name, { ...options, free: idle.size }, recent);
    for (const turn of turns) remember(recent, turn);
    const isLeft = waiting.given && performance.now() - wokenAt > wakeAgainMs;
    if (turns.length === 0 && !isLeft) return;
    wokenAt = performance.now();
    for (const id of idle) boss.notifyWorker(id);
  }, onError);
  for (let worker = 0; worker < concurrency; worker += 1) {
    const how = {
      minPriority: 1,
      groupConcurrency: concurrencyPerInstallation,
      pollingIntervalSeconds: workerPollSeconds,
    };
    const id: string = await boss.work<Data>(name, how, async ([job]) => {
      if (job === undefined) return;
      idle.delete(id);
      try {
        await work(job);
      } finally {
        idle.add(id);
        setTimeout(look, settleMs).unref();
      }
    });
    idle.add(id);
  }
  const timer = setInterval(look, pollSeconds * 1_000);
  look();
  return async () => {
    isOver = true;
    clearInterval(timer);
    await boss.offWork(name, { wait: false });
  };
}

/** Who had a turn in this process, the last one last. */
interface Recent {
  installations: readonly string[];
  actors: readonly string[];
}

function remember(recent: Recent, { installation, actor }: Turn): void {
  recent.installations = moved(recent.installations, installation);
  recent.actors = moved(recent.actors, actorKey(installation, actor));
}

function moved(list: readonly string[], last: string): string[] {
  return [...list.filter((one) => one !== last), last].slice(-mostRemembered);
}

/** No installation has a blank in its number. */
function actorKey(installation: string, actor: string): string {
  return `${installation} ${actor}`;
}

/** Whether anything waits to be given its turn or to give it back, and whether anything waits that has its turn. Cheap: most of the time nothing does. */
async function waitingIn(db: Store["db"], name: string): Promise<{ readonly any: boolean; readonly given: boolean }> {
  const { rows } = await sql<{ any: boolean; given: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(priority > 0), false) as given from (
      select priority from pr_debate_jobs.job
      where name = ${name} and state < 'active' and (priority > 0 or (not blocked and start_after <= now()))
      order by priority desc limit 1
    ) as first`.execute(db);
  return rows[0] ?? { any: true, given: true };
}

/**
 * Marks the jobs whose turn it is by their priority, so many as there are free workers, and tells whose they are. `share` counts a person's jobs
 * within the installation, `load` those of the installation that are at work or come before. A job that failed gives its turn back.
 */
async function giveTurns(
  db: Store["db"],
  name: string,
  { free, concurrency, concurrencyPerInstallation }: Concurrency & { readonly free: number },
  { installations, actors }: Recent,
): Promise<readonly Turn[]> {
  const spare = concurrencyPerInstallation < concurrency ? Math.ceil(concurrency / 5) : 0;
  const { rows } = await sql<Turn>`
    with given_back as (
      update pr_debate_jobs.job set priority = 0
      where name = ${name} and state = 'retry' and priority > 0 and start_after > now()
    ),
    waiting as (
      select id, coalesce(group_id, '') as installation, coalesce(data->>'actor', '') as actor, created_on, priority
      from pr_debate_jobs.job
      where name = ${name} and state < 'active' and not blocked and start_after <= now()
    ),
    taken as (
      select installation, actor, count(*)::int as jobs from (
        select installation, actor from waiting where priority > 0
        union all
        select group_id, coalesce(data->>'actor', '') from pr_debate_jobs.job
        where name = ${name} and state = 'active' and group_id is not null
      ) as jobs group by installation, actor
    ),
    of_actors as (
      select waiting.*, coalesce(jobs, 0) + row_number() over (partition by installation, actor order by created_on, id) as share
      from waiting left join taken using (installation, actor) where priority = 0
    ),
    of_installations as (
      select of_actors.*, coalesce(held.jobs, 0) - 1 + row_number() over (
        partition by installation
        order by share, coalesce(array_position(${actors}::text[], installation || ' ' || actor), 0), created_on, id
      ) as load
      from of_actors
      left join (select installation, sum(jobs)::int as jobs from taken group by installation) as held using (installation)
    ),
    ranked as (
      select id, installation, actor, load, row_number() over (
        order by load, coalesce(array_position(${installations}::text[], installation), 0), created_on, id
      ) as place
      from of_installations where load < ${concurrencyPerInstallation}
    ),
    chosen as (
      select ranked.* from ranked, (select ${free}::int - count(*) as count from waiting where priority > 0) as free
      where place <= case when load = 0 then free.count else free.count - ${spare}::int end
    ),
    given as (
      update pr_debate_jobs.job set priority = 1
      where name = ${name} and id in (
        select id from pr_debate_jobs.job
        where name = ${name} and state < 'active' and id in (select id from chosen) for update skip locked
      )
      returning id
    )
    select installation, actor from chosen join given using (id) order by place`.execute(db);
  return rows;
}

/** Asked again while it runs, it runs once more. */
function oneAtATime(run: () => Promise<void>, onError: (why: string) => void): () => void {
  let isBusy = false;
  let isWanted = false;
  const start = async (): Promise<void> => {
    isBusy = true;
    try {
      do {
        isWanted = false;
        await run();
      } while (isWanted);
    } catch (error) {
      onError(messageOf(error));
    } finally {
      isBusy = false;
    }
  };
  return () => {
    isWanted = true;
    if (!isBusy) void start();
  };
}
