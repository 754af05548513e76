import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };

const Manifest = z.looseObject({ dependencies: z.record(z.string(), z.string()) });

/** One instruction a line, continued lines joined, comments left out. */
function instructionsOf(file: string): string[] {
  return readFileSync(file, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "");
}
const instructions = instructionsOf("Dockerfile");
const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

/** What stands behind every such instruction. */
function given(name: string, lines = lastStage): string[] {
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

describe("Dockerfile", () => {
  test("has two stages on a Node 24 that is new enough for the program", () => {
    expect(given("FROM", instructions)).toEqual(["node:24-slim AS packages", "node:24-slim"]);
    expect(Number(/\d+/.exec(packageJson.engines.node)?.[0])).toBeLessThanOrEqual(24);
  });

  test("installs the App's packages as they are locked, and runs no package scripts", () => {
    const [choose = "", install = ""] = given("RUN", instructions);
    expect(install).toMatch(/^npm ci --omit=dev --ignore-scripts(?: --no-\w+)*$/);
    const folder = mkdtempSync(join(tmpdir(), "image-"));
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(name, join(folder, name));
    execFileSync("sh", ["-c", choose], { cwd: folder });
    const { dependencies, ...rest } = Manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
    expect(Object.keys(dependencies)).toEqual(packageJson.appPackages);
    expect(packageJson.devDependencies).toMatchObject(dependencies);
    expect(rest).not.toHaveProperty("devDependencies");
    const dry = ["ci", "--loglevel=notice", "--dry-run", "--offline", "--omit=dev", "--ignore-scripts", "--no-audit"];
    expect(execFileSync("npm", dry, { cwd: folder, encoding: "utf8" })).toMatch(/added \d{2,3} packages/);
    rmSync(folder, { recursive: true });
  });

  test("copies only the packages from the first stage", () => {
    expect(given("COPY").filter((line) => line.includes("--from="))).toEqual([
      "--from=packages /app/node_modules node_modules",
    ]);
  });

  test("runs in production mode, listens on all interfaces, and keeps its store in the volume", () => {
    expect(given("ENV")).toEqual(["NODE_ENV=production HOST=0.0.0.0 PR_DEBATE_DATA_DIR=/data"]);
    expect(given("VOLUME")).toEqual(["/data"]);
    expect(given("RUN")).toEqual([
      // Trees are read with git.
      "apt-get update -qq && apt-get install -qq --no-install-recommends git && rm -rf /var/lib/apt/lists/*",
      "install --directory --owner=1000 --group=1000 --mode=700 /data",
    ]);
  });

  test("does not run as root, and owns only its store", () => {
    expect(given("USER")).toEqual(["1000:1000"]);
    expect(given("COPY").filter((line) => line.includes("--chown"))).toEqual([]);
    const order = ["RUN", "USER", "CMD"].map((name) => lastStage.findLastIndex((line) => line.startsWith(`${name} `)));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });

  test("starts the built program, and stops it with the signal for a clean end", () => {
    expect(given("CMD")).toEqual(['["node", "dist/cli.js", "serve"]']);
    expect(given("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(given("ENTRYPOINT", instructions)).toEqual([]);
    expect(existsSync("dist/cli.js")).toBe(true);
  });

  test("fetches nothing at build time and takes no argument", () => {
    expect(given("ADD", instructions)).toEqual([]);
    expect(given("ARG", instructions)).toEqual([]);
  });
});

describe("the image's health check", () => {
  const [options = "", command = "[]"] = (given("HEALTHCHECK")[0] ?? "").split("CMD ");
  const [program = "", ...args] = z.array(z.string()).parse(JSON.parse(command));

  test("waits for the start and gives up in time", () => {
    expect(options.trim().split(" ")).toEqual(["--interval=30s", "--timeout=5s", "--start-period=30s", "--retries=3"]);
    expect(program).toBe("node");
  });

  test.each([
    ["healthy", 200, 0],
    ["not healthy", 503, 1],
    ["no such page", 404, 1],
  ])("%s", async (_name, status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    const port = await new Promise<number>((done) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        done(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    expect(await exitCode(port)).toBe(code);
    expect(asked).toEqual(["/healthz"]);
    server.close();
  });

  test("the port is closed", async () => {
    expect(await exitCode(1)).toBe(1);
  });

  /** With the environment's port, as an operator may set it. */
  function exitCode(port: number): Promise<number> {
    return new Promise((done) => {
      const child = execFile(process.execPath, args, { env: { PORT: String(port) } });
      child.once("exit", (code) => done(code ?? -1));
    });
  }
});

test("sends only what the image needs to the builder: no settings, key or history", () => {
  const [everything, ...exceptions] = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(everything).toBe("*");
  const images = ["Dockerfile", "integrations/reviewbench/Dockerfile"];
  const copied = images
    .flatMap((file) => given("COPY", instructionsOf(file)))
    .filter((line) => !line.startsWith("--from="))
    .flatMap((line) => line.split(" ").slice(0, -1));
  expect(new Set(exceptions)).toEqual(new Set(copied.map((path) => `!${path}`)));
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
});

const Service = z.strictObject({
  build: z.string().optional(),
  image: z.string(),
  restart: z.literal("unless-stopped"),
  init: z.boolean().optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  ports: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  read_only: z.boolean(),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string(),
});
const Compose = z.strictObject({
  name: z.string(),
  services: z.strictObject({ app: Service, database: Service }),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});

describe("compose.yml", () => {
  const { services, networks, volumes } = Compose.parse(parse(readFileSync("compose.yml", "utf8")));
  const { app, database } = services;

  test.each(Object.entries(services))("%s has a read-only root, no rights, and cannot gain any", (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect(service.tmpfs).toContain("/tmp");
  });

  test("the App is this repository's image, and regains no right", () => {
    expect(app).toMatchObject({ build: ".", image: "pr-debate", stop_grace_period: "30s", env_file: ".env" });
    expect(app.cap_add).toBeUndefined();
    expect(app.environment).toMatchObject({ HOST: "0.0.0.0", PORT: "3000" });
  });

  test("the App is reachable from this machine only", () => {
    expect(app.ports).toEqual([`127.0.0.1:$\{PR_DEBATE_PORTS:-3000}:3000`]);
  });

  test("the database has a fixed major version, and only the App can reach it", () => {
    expect(database.image).toMatch(/^postgres:\d\d$/);
    expect(database.ports).toBeUndefined();
    expect(database.networks).toEqual(["store"]);
    expect(networks).toEqual({ outside: null, store: { internal: true } });
    expect(app.networks).toEqual(["outside", "store"]);
  });

  test("the data outlive the container", () => {
    expect(database.volumes).toEqual(["database:/var/lib/postgresql"]);
    expect(volumes).toEqual({ database: null });
  });

  test("the App waits until the database answers over TCP", () => {
    expect(app.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(database.healthcheck?.test.slice(0, 3)).toEqual(["CMD", "pg_isready", "--host=127.0.0.1"]);
  });

  test("the password comes from .env, and the services do not start without one", () => {
    const demanded = `$\{POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD in .env.}`;
    expect(database.environment["POSTGRES_PASSWORD"]).toBe(demanded);
    const url = new URL(app.environment["DATABASE_URL"]?.replace(demanded, "made-up") ?? "");
    expect(url).toMatchObject({ username: "pr_debate", password: "made-up", host: "database:5432" });
    expect([database.environment["POSTGRES_USER"], database.environment["POSTGRES_DB"]]).toEqual([
      url.username,
      url.pathname.slice(1),
    ]);
    expect(Object.keys(app.environment)).toEqual(["HOST", "PORT", "DATABASE_URL"]);
  });
});
