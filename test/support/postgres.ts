import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";

export interface Postgres {
  /** Of an empty database, as a user who may do everything. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * A database that nobody else uses: a new one on the server of $TEST_DATABASE_URL, else on a cluster of its own, which listens on 127.0.0.1
 * alone and is gone with `stop` or with this process. It keeps its promises (fsync stays on), because benches measure it.
 */
export async function startPostgres(): Promise<Postgres> {
  const given = process.env["TEST_DATABASE_URL"];
  return given ? newDatabase(given) : newCluster();
}

async function newDatabase(server: string): Promise<Postgres> {
  const name = `pr_debate_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => execute(server, `drop database ${name} with (force)`) };
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function newCluster(): Promise<Postgres> {
  const programs = programFolder();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  const [data, passwordFile] = [join(folder, "data"), join(folder, "password")];
  const password = randomBytes(16).toString("hex");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const identity = identityFor([folder, passwordFile]);
  const options = { cwd: folder, ...identity };
  const access = ["--username=bench", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  execFileSync(join(programs, "initdb"), [`--pgdata=${data}`, "--encoding=UTF8", "--locale=C", ...access], {
    ...options,
    stdio: "pipe",
  });
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(port) },
    // Six workers and the Apps that they start share one server.
    max_connections: "400",
  };
  const child = spawn(
    join(programs, "postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const tidy = (): void => {
    // Immediately, without a checkpoint, because the data is not needed any more.
    child.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", tidy);
  const stop = async (): Promise<void> => {
    process.off("exit", tidy);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode === null && child.kill("SIGQUIT")) await ended;
    tidy();
  };
  try {
    await ready(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql://bench:${password}@127.0.0.1:${port}/postgres`, stop };
}

/** The newest of what is installed; Debian leaves the server's programs off the PATH. */
function programFolder(): string {
  const installed = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) =>
    b.localeCompare(a, "en", { numeric: true }),
  );
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), ...installed];
  const found = folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
  if (found === undefined)
    throw new Error("no PostgreSQL: set TEST_DATABASE_URL, or install the server (initdb and postgres)");
  return found;
}

/** PostgreSQL refuses to run as root, so that then it runs as the user it was installed with. */
function identityFor(paths: readonly string[]): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const [uid, gid] = [idOf("-u"), idOf("-g")];
  for (const path of paths) chownSync(path, uid, gid);
  return { uid, gid };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function ready(child: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      // Only until it is up: afterwards it is read so that the pipe does not fill, and dropped.
      if (log.includes("ready to accept connections")) return;
      log += text;
      if (log.includes("ready to accept connections")) resolve();
    });
  });
}
