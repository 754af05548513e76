import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { Kysely, PGliteDialect, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { type ConstructorOptions, fromPglite } from "pg-boss";
import { lock } from "proper-lockfile";
import { causedBy, ReviewError } from "../domain/errors.ts";
import { schema, type Tables } from "./schema.ts";

/** An open database, and how pg-boss reaches the same one. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly queueOptions: ConstructorOptions;
  /** No other process can be at work on it. */
  readonly isExclusive: boolean;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Null: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  readonly onNote: (text: string) => void;
  /** Another process took the data folder over, as after this one slept: whoever writes on loses rows. */
  readonly onLost: (why: ReviewError) => void;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null ? openPglite(options) : openPostgres(options.databaseUrl, options);
}

const poolSize = 10;
const queuePoolSize = 4;

async function openPostgres(connectionString: string, { onNote }: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: poolSize, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks is replaced; unheard, its error would end the process.
  pool.on("error", (error) => onNote(`A database connection broke: ${error.message}`));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema);
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw causedBy(error, "The database of DATABASE_URL cannot be reached", "Check that it runs, and the address.");
  }
  return { db, queueOptions: { connectionString, max: queuePoolSize }, isExclusive: false, close: () => db.destroy() };
}

/**
 * Two processes on one folder lose rows without a word (parts.md), so a lock that is kept alive guards it. The lock lies beside the database,
 * both in the data folder: that may be a volume in a root that is read-only, or one that two containers share.
 */
async function openPglite({ dataDirectory, onNote, onLost }: DatabaseOptions): Promise<Database> {
  const folder = join(dataDirectory, "pglite");
  const release = await takeFolder(folder, { dataDirectory, onNote, onLost });
  try {
    // Loaded only where it is used: beside PostgreSQL it would be memory for nothing.
    const { PGlite } = await import("@electric-sql/pglite");
    const startParams = [...PGlite.defaultStartParams, ...leanParams];
    const pglite = await withoutOptimizing(() => PGlite.create({ dataDir: folder, startParams }));
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) }).withSchema(schema);
    const close = async (): Promise<void> => {
      await db.destroy();
      await release();
    };
    return { db, queueOptions: { db: fromPglite(pglite), backend: "pglite" }, isExclusive: true, close };
  } catch (error) {
    await release();
    throw causedBy(
      error,
      `The database in ${dataDirectory} cannot be opened`,
      "Restore it from a backup, or name another folder in PR_DEBATE_DATA_DIR.",
    );
  }
}

/** PGlite takes 128 MB of buffers unless told; here the whole database rarely is that large. */
const leanParams = ["-c", "shared_buffers=16MB"];

const optimizing = ["wasm-tier-up", "wasm-dynamic-tiering"];

/**
 * V8 compiles WebAssembly a second time once it is hot; for one function of PostgreSQL alone, which every statement passes, that takes 600 MB
 * and most of a second of each start. What is first run while this is off stays as it was compiled at first. A V8 that knows no such flags
 * ignores them.
 */
async function withoutOptimizing<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const flag of optimizing) setFlagsFromString(`--no-${flag}`);
  try {
    return await open();
  } finally {
    for (const flag of optimizing) setFlagsFromString(`--${flag}`);
  }
}

/** A killed process leaves its lock behind; after five seconds without a sign of life it counts for nothing. */
const lockStaleMs = 5_000;
const lockTries = 8;
const oneProcess = "Stop that one, name another folder in PR_DEBATE_DATA_DIR, or set DATABASE_URL to run several.";

async function takeFolder(
  folder: string,
  { dataDirectory, onNote, onLost }: Omit<DatabaseOptions, "databaseUrl">,
): Promise<() => Promise<void>> {
  const options = {
    stale: lockStaleMs,
    update: 1_000,
    onCompromised: (cause: Error) =>
      onLost(
        new ReviewError(
          `The data folder ${dataDirectory} was taken over by another process while this one slept or hung.`,
          oneProcess,
          { cause },
        ),
      ),
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await lock(folder, options);
  } catch (error) {
    if (!isHeld(error))
      throw causedBy(
        error,
        `The data folder ${dataDirectory} cannot be written`,
        "Let the user that runs this write there, or name another folder in PR_DEBATE_DATA_DIR.",
      );
    onNote(
      `${dataDirectory} is locked, by another process or by one that was killed: waiting for up to ${lockTries} s.`,
    );
  }
  try {
    return await lock(folder, {
      ...options,
      retries: { retries: lockTries, factor: 1, minTimeout: 1_000, maxTimeout: 1_000 },
    });
  } catch (error) {
    throw inUse(dataDirectory, error);
  }
}

function inUse(dataDirectory: string, cause: unknown): ReviewError {
  return new ReviewError(`The data folder ${dataDirectory} is in use by another process.`, oneProcess, { cause });
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ELOCKED";
}
