import { sql } from "kysely";
import type { Job } from "pg-boss";
import { oneAtATime, waitingIn } from "./queue.ts";
import type { Store } from "./store.ts";

export interface Concurrency {
  readonly concurrency: number;
  readonly concurrencyPerInstallation: number;
}

export interface SchedulingOptions extends Concurrency {
  /** Time between two looks at the queue. */
  readonly pollSeconds: number;
  readonly onError: (why: string) => void;
}

/** A job that may run now, with its owner. */
interface ChosenJob {
  readonly id: string;
  readonly installation: string;
  readonly actor: string;
}

/** pg-boss needs this time to record the end of a job. An earlier look would count the job as running. */
const settleMs = 50;
const mostRemembered = 500;
/** Workers wake up when a job is chosen. Two dozen idle workers that poll would keep the built-in store busy. */
const workerPollSeconds = 30;
/** Time until workers wake up again for a chosen job that none has taken, for example because its process ended. */
const wakeAgainMs = 2_000;

/**
 * Works on jobs with limits for this process and, over all processes, for each installation. The next job belongs to the installation with the
 * fewest running jobs, and among those to the one that was chosen longest ago. The same holds for people within an installation. So hundreds of
 * jobs delay another installation by one job at most. A fifth of the workers is reserved for installations without a running job. Answers how
 * to stop.
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
  const starts = expectedStarts();
  const look = oneAtATime(async () => {
    if (isOver || idle.size === 0) return;
    const waiting = await waitingIn(db, name);
    if (!waiting.any) return;
    const chosen = await chooseJobs(db, name, { ...options, idle: idle.size, notBegun: starts.count() }, recent);
    remember(recent, chosen);
    starts.expect(chosen);
    const isLeft = waiting.chosen && performance.now() - wokenAt > wakeAgainMs;
    if (chosen.length === 0 && !isLeft) return;
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
      starts.begun(job.id);
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

/**
 * Jobs that were chosen here and have not begun. The database may already call them active while their worker is still among the idle ones.
 * After `wakeAgainMs` they wait in the database, or another process has taken them.
 */
function expectedStarts() {
  const since = new Map<string, number>();
  return {
    expect(jobs: readonly ChosenJob[]): void {
      for (const { id } of jobs) since.set(id, performance.now());
    },
    begun(id: string): void {
      since.delete(id);
    },
    count(): number {
      for (const [id, at] of since) if (performance.now() - at > wakeAgainMs) since.delete(id);
      return since.size;
    },
  };
}

/** Owners of jobs that this process chose, the latest last. */
interface Recent {
  installations: readonly string[];
  actors: readonly string[];
}

function remember(recent: Recent, chosen: readonly ChosenJob[]): void {
  for (const { installation, actor } of chosen) {
    recent.installations = moved(recent.installations, installation);
    recent.actors = moved(recent.actors, actorKey(installation, actor));
  }
}

function moved(list: readonly string[], last: string): string[] {
  return [...list.filter((one) => one !== last), last].slice(-mostRemembered);
}

function actorKey(installation: string, actor: string): string {
  return `${installation} ${actor}`;
}

/** How many workers of this process are idle, and how many jobs chosen here will take one of them. */
interface Workers {
  readonly idle: number;
  readonly notBegun: number;
}

/**
 * Chooses a job for each free worker, marks it by its priority, and answers the owners. `share` counts a person's jobs within the installation,
 * `load` those of the installation that run or come before. A failed job loses its choice.
 */
async function chooseJobs(
  db: Store["db"],
  name: string,
  { idle, notBegun, concurrency, concurrencyPerInstallation }: Concurrency & Workers,
  { installations, actors }: Recent,
): Promise<readonly ChosenJob[]> {
  const spare = concurrencyPerInstallation < concurrency ? Math.ceil(concurrency / 5) : 0;
  const { rows } = await sql<ChosenJob>`
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
      select ranked.* from ranked, (select ${idle}::int - greatest(count(*), ${notBegun}::int) as count from waiting where priority > 0) as free
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
    select id, installation, actor from chosen join given using (id) order by place`.execute(db);
  return rows;
}
