import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { Kysely, PGliteDialect, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { type ConstructorOptions, fromPglite } from "pg-boss";
import { lock } from "proper-lockfile";
import { causedBy, ReviewError } from "../domain/errors.ts";
import { schema, type Tables } from "./schema.ts";

/** An open database, and pg-boss's way to the same one. */
export interface Database {
  readonly db: Kysely<Tables>;
  readonly queueOptions: ConstructorOptions;
  /** No other process can use it. */
  readonly isExclusive: boolean;
  readonly close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** Null: PGlite in `dataDirectory`. */
  readonly databaseUrl: string | null;
  readonly dataDirectory: string;
  readonly onNote: (text: string) => void;
  /** Another process took the data folder over, for example while this one slept. Further writes would lose rows. */
  readonly onLost: (why: ReviewError) => void;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === null ? openPglite(options) : openPostgres(options.databaseUrl, options);
}

const brokenConnection = (why: string): string =>
  `A connection to the database broke (${why}); the next request opens another.`;

/** PostgreSQL's classes: 08 connection, 57P shut down or not ready yet. Node's: the network. */
const brokenCodes = /^(?:08\w{3}|57P0[1-3]|ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** What `pg` says without a code. */
const brokenWords =
  /connection (?:terminated|error|ended)|client was closed|not queryable|timeout exceeded when trying to connect/i;
const pausesMs = [100, 400, 1_000, 2_000];

/**
 * Work that may happen twice is done again when the connection breaks below it, for less than four seconds: GitHub waits ten for an answer.
 * Whether the first attempt was kept is not known then.
 */
export async function overBrokenConnections<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!isBroken(error)) throw error;
      await pause(ms);
    }
  }
  return work();
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && brokenCodes.test(String(error.code))) || brokenWords.test(error.message);
}

const poolSize = 10;
const queuePoolSize = 4;

async function openPostgres(connectionString: string, { onNote }: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString, max: poolSize, connectionTimeoutMillis: 10_000 });
  // Without a listener the error of a connection would end the process. The pool listens only to idle ones, so each has one of its own.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.once("error", ({ message }) => onNote(brokenConnection(message)));
    // A broken connection reports its end as a second error.
    client.on("error", () => {});
  });
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
 * Two processes on one folder lose rows without an error, so a lock with a heartbeat guards it. The lock is next to the database in the data
 * folder, which may be a volume under a read-only root, or one that two containers share.
 */
async function openPglite({ dataDirectory, onNote, onLost }: DatabaseOptions): Promise<Database> {
  const folder = join(dataDirectory, "pglite");
  const release = await takeFolder(folder, { dataDirectory, onNote, onLost });
  try {
    // Loaded only here: with PostgreSQL it would waste memory.
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

/** PGlite's default is 128 MB of buffers; the whole database is rarely that large. */
const leanParams = ["-c", "shared_buffers=16MB"];

const optimizing = ["wasm-tier-up", "wasm-dynamic-tiering"];

/**
 * V8 compiles hot WebAssembly a second time. For one function of PostgreSQL, which every statement runs, that takes 600 MB and most of a
 * second of each start. A function that first runs while this is off keeps its first form. A V8 without these flags ignores them.
 */
async function withoutOptimizing<Result>(open: () => Promise<Result>): Promise<Result> {
  for (const flag of optimizing) setFlagsFromString(`--no-${flag}`);
  try {
    return await open();
  } finally {
    for (const flag of optimizing) setFlagsFromString(`--${flag}`);
  }
}

/** A killed process leaves its lock behind. After five seconds without a heartbeat the lock is stale. */
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
    await makeFolder(folder);
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

/** With `recursive` Node tries for ever, and hears no signal, on a file system that refuses every folder, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EEXIST") return;
    const parent = dirname(folder);
    if (code !== "ENOENT" || existsSync(parent)) throw error;
    await makeFolder(parent);
    await mkdir(folder, { mode: 0o700 });
  }
}

function inUse(dataDirectory: string, cause: unknown): ReviewError {
  return new ReviewError(`The data folder ${dataDirectory} is in use by another process.`, oneProcess, { cause });
}

function isHeld(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ELOCKED";
}
