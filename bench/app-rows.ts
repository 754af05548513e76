import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { Surroundings } from "./app-process.ts";

/** What the store holds of a load: for each pull request one row of each kind, or something was lost or done twice. */
export interface Kept {
  readonly deliveries: number;
  readonly subjects: number;
  readonly jobs: number;
}

const query = `select (select count(*)::int from pr_debate.deliveries) as deliveries,
  (select count(*)::int from pr_debate.subjects) as subjects,
  (select count(*)::int from pr_debate_jobs.job where name = 'review' and state = 'created') as jobs`;

/** Read by this process from the store that a killed App left behind. */
export async function keptIn({ databaseUrl, dataDirectory }: Surroundings): Promise<Kept> {
  const none = { deliveries: 0, subjects: 0, jobs: 0 };
  if (databaseUrl === null) {
    const pglite = await PGlite.create({ dataDir: join(dataDirectory, "pglite") });
    const { rows } = await pglite.query<Kept>(query);
    await pglite.close();
    return rows[0] ?? none;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Kept>(query);
  await client.end();
  return rows[0] ?? none;
}
