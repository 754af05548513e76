import { globSync, readFileSync } from "node:fs";
import { basename, posix } from "node:path";
import { describe, expect, test } from "vitest";

/** Who may import what. A layer is a folder of `src`; each may also import itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: ["text"],
  text: [],
  settings: ["domain"],
  verdict: ["domain"],
  metrics: ["domain", "text"],
  roles: ["domain"],
  diff: ["domain", "text"],
  anchor: ["domain", "text", "diff"],
  prompts: ["domain", "text"],
  stages: ["domain", "text", "prompts"],
  symbols: ["domain", "text", "diff"],
  tools: ["domain", "text", "prompts", "local", "snapshot"],
  seats: ["domain", "text", "diff", "anchor", "stages", "symbols"],
  debate: ["domain", "text", "stages"],
  memory: ["domain", "text", "settings", "diff", "anchor"],
  review: [
    ...["domain", "text", "settings", "verdict", "metrics", "roles", "diff", "anchor"],
    ...["stages", "seats", "debate", "memory", "symbols", "panel"],
  ],
  plan: ["domain", "text", "settings", "metrics", "roles", "diff", "anchor", "stages", "debate", "panel"],
  replay: ["domain", "text", "verdict", "debate", "review", "report"],
  evaluation: ["domain", "text", "anchor", "report"],
  discussion: ["domain", "text", "metrics", "roles", "anchor", "stages", "debate", "plan", "panel"],
  report: ["domain", "text", "stages", "replay"],
  publication: ["domain", "text", "verdict", "report"],
  decisions: ["domain", "verdict", "publication"],
  vendors: ["domain", "text"],
  github: ["domain", "text"],
  local: ["domain", "text"],
  snapshot: ["domain", "text", "local"],
  events: ["domain", "text"],
  server: ["domain", "text", "events", "vendors", "record", "memory"],
  panel: [
    ...[
      "domain",
      "text",
      "settings",
      "prompts",
      "diff",
      "anchor",
      "seats",
      "stages",
      "review",
      "plan",
      "discussion",
      "vendors",
      "local",
      "tools",
      "symbols",
      "snapshot",
      "memory",
    ],
  ],
  run: [
    ...["domain", "text", "settings", "verdict", "seats", "review", "report", "publication", "decisions"],
    ...["vendors", "github", "snapshot", "panel", "record", "memory"],
  ],
  record: ["domain", "github", "publication", "decisions"],
  commands: [
    ...["domain", "text", "settings", "anchor", "seats", "review", "plan", "report", "publication", "decisions"],
    ...["github", "panel", "record", "run", "memory"],
  ],
  main: [
    "domain",
    "text",
    "settings",
    "diff",
    "seats",
    "stages",
    "replay",
    "evaluation",
    "review",
    "plan",
    "discussion",
    "vendors",
    "github",
    "local",
    "snapshot",
    "server",
    "panel",
    "run",
    "commands",
    "memory",
  ],
  sdk: ["domain", "text", "settings", "panel", "replay", "discussion", "vendors", "stages", "report", "main"],
  mcp: [
    "domain",
    "text",
    "settings",
    "replay",
    "discussion",
    "report",
    "publication",
    "vendors",
    "local",
    "panel",
    "main",
    "sdk",
  ],
  app: ["domain", "text", "main"],
  action: ["domain", "text", "events", "verdict", "report", "vendors", "github", "run", "commands"],
  cli: [
    "domain",
    "text",
    "settings",
    "verdict",
    "report",
    "vendors",
    "github",
    "local",
    "panel",
    "replay",
    "evaluation",
    "run",
    "main",
    "app",
    "mcp",
    "memory",
  ],
};

/** The layers that may touch the world: clock, randomness, environment, console, network, files. */
const edges = [
  ...["vendors", "github", "server", "local", "snapshot", "panel", "run", "record", "commands", "main"],
  ...["action", "app", "cli", "sdk", "mcp"],
];

/** Node's own modules that compute only. */
const pureModules = ["node:crypto", "node:path", "node:util", "node:zlib"];

const worldly: Readonly<Record<string, RegExp>> = {
  "the environment": /\bprocess\s*[.[]/,
  "the console": /\bconsole\s*[.[]/,
  "the clock": /\bDate\.now\b|\bnew Date\(\s*\)|(?<![.\w]|new )Date\(|\bperformance\s*\.|\bAbortSignal\.timeout\b/,
  "a timer": /\bset(?:Timeout|Interval|Immediate)\b/,
  randomness: /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/,
  // A method of a port may be called `fetch`; its declaration has a typed parameter.
  "the network": /(?<![.\w])fetch\((?!\w+\??: |\): )|\b(?:WebSocket|EventSource)\b/,
  "a global by name": /\bglobalThis\b/,
};

/** Everything one source file does that the layout forbids; `file` is its path under `src`. */
function violations(file: string, source: string): string[] {
  const layer = layerOf(file);
  const allowed = mayImport[layer];
  if (allowed === undefined) return [`${layer} is not a layer: add it to the table, with what it may import`];
  const code = withoutComments(source);
  const imports = [...code.matchAll(/\b(?:from|import)\s*\(?\s*["'](?<path>[^"'\n]+)["']/g)].map(
    (match) => match.groups?.["path"] ?? "",
  );
  // A surface may ask for the version.
  const relative = imports.filter(
    (path) =>
      path.startsWith(".") &&
      !(
        path === "../../package.json" &&
        ["cli/main.ts", "action/main.ts", "app/app.ts", "sdk/render.ts", "mcp/keep.ts", "mcp/server.ts"].includes(file)
      ),
  );
  const reached = relative.map((path) => layerOf(posix.join(posix.dirname(file), path)));
  return [
    ...reached.filter((target) => target !== layer && !allowed.includes(target)).map((target) => `imports ${target}`),
    ...relative.filter((path) => !path.endsWith(".ts")).map((path) => `imports ${path} without .ts`),
    ...(/\bimport\(\s*[^"'\s]/.test(code) ? ["imports a computed path"] : []),
    // Probot loads an App by its default export.
    ...(/^export default\b|\bas default\b/m.test(code) && file !== "app/app.ts" ? ["has a default export"] : []),
    ...(basename(file) === "index.ts" && !["vendors", "report", "stages"].includes(layer) ? ["is an index.ts"] : []),
    ...(lineCount(source) > 400 ? [`has ${lineCount(source)} lines`] : []),
    ...(edges.includes(layer) ? [] : worldlyUses(code, imports)),
  ];
}

function worldlyUses(code: string, imports: readonly string[]): string[] {
  return [
    ...Object.entries(worldly).flatMap(([name, pattern]) => (pattern.test(code) ? [`touches ${name}`] : [])),
    ...imports
      .filter((path) => path.startsWith("node:") && !pureModules.includes(path))
      .map((path) => `touches the world through ${path}`),
  ];
}

/** The first part of the path; what leads out of `src` is no layer of its own. */
function layerOf(path: string): string {
  return path.replace(/(?:\.d)?\.ts$/, "").split("/")[0] ?? path;
}

/** Strings are matched first, so that `//` inside one is no comment. */
function withoutComments(source: string): string {
  return source.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/.*|\/\*[\s\S]*?\*\//g,
    (_match, text: string | undefined) => text ?? "",
  );
}

function lineCount(text: string): number {
  return text.trimEnd().split("\n").length;
}

const files = globSync("**/*.ts", { cwd: "src" })
  .map((file) => file.replaceAll("\\", "/"))
  .sort();

test("there are sources to check", () => {
  expect(files).toContain("domain/review.ts");
});

test.each(files)("src/%s keeps to the layout", (file) => {
  expect(violations(file, readFileSync(`src/${file}`, "utf8"))).toEqual([]);
});

test("AGENTS.md has at most 60 lines", () => {
  expect(lineCount(readFileSync("AGENTS.md", "utf8"))).toBeLessThanOrEqual(60);
});

describe("the check itself", () => {
  test.each([
    ["domain/a.ts", 'import { settle } from "../debate/settle.ts";', "imports debate"],
    ["text/a.ts", 'import type { Finding } from "../domain/finding.ts";', "imports domain"],
    ["text/a.ts", 'export { settle } from "../debate/settle.ts";', "imports debate"],
    ["diff/a.ts", 'const late = await import("../main/a.ts");', "imports main"],
    ["diff/a.ts", 'import "../main/a.ts";', "imports main"],
    ["github/a.ts", 'import { a } from "../vendors/a.ts";', "imports vendors"],
    ["cli/a.ts", 'import { review } from "../review/review.ts";', "imports review"],
    ["local/a.ts", 'import { a } from "../diff/a.ts";', "imports diff"],
    ["diff/a.ts", 'import { a } from "../../test/support/a.ts";', "imports .."],
    ["report/a.ts", 'import data from "./data.json" with { type: "json" };', "imports ./data.json without .ts"],
    ["diff/a.ts", 'import { a } from "./b";', "imports ./b without .ts"],
    ["diff/a.ts", "const late = await import(name);", "imports a computed path"],
    ["diff/a.ts", "export default 1;", "has a default export"],
    ["diff/index.ts", "export const a = 1;", "is an index.ts"],
    ["diff/a.ts", "const a = 1;\n".repeat(401), "has 401 lines"],
    ["diff/a.ts", "const a = process.env;", "touches the environment"],
    ["diff/a.ts", 'console.log("a");', "touches the console"],
    ["diff/a.ts", "const a = Date.now();", "touches the clock"],
    ["diff/a.ts", "const a = new Date();", "touches the clock"],
    ["diff/a.ts", "const a = performance.now();", "touches the clock"],
    ["diff/a.ts", "const a = AbortSignal.timeout(5);", "touches the clock"],
    ["diff/a.ts", "setTimeout(a, 5);", "touches a timer"],
    ["diff/a.ts", "const a = Math.random();", "touches randomness"],
    ["diff/a.ts", "const a = randomUUID();", "touches randomness"],
    ["diff/a.ts", "const a = await fetch(url);", "touches the network"],
    ["diff/a.ts", "globalThis.a = 1;", "touches a global by name"],
    ["diff/a.ts", 'import { readFile } from "node:fs/promises";', "touches the world through node:fs/promises"],
    ["diff/a.ts", 'import { spawn } from "node:child_process";', "touches the world through node:child_process"],
    ["utils/a.ts", "const a = 1;", "utils is not a layer: add it to the table, with what it may import"],
  ])("src/%s with %j %s", (file, source, violation) => {
    expect(violations(file, source)).toEqual([violation]);
  });

  test.each([
    ["diff/a.ts", 'import { cut } from "../text/text.ts";\nimport { b } from "./b.ts";'],
    ["diff/a.ts", "// the clock: Date.now()\n/* process.env */ const a = 1;"],
    ["diff/a.ts", 'const a = "https://x"; const b = new Date("2026-01-01");'],
    ["domain/a.ts", "interface Source {\n  fetch(signal: AbortSignal): Promise<string>;\n}"],
    ["review/a.ts", "const change = await source.fetch(signal);"],
    ["report/index.ts", "export const renderers = {};"],
    ["cli/main.ts", 'import packageJson from "../../package.json" with { type: "json" };'],
    ["app/app.ts", "export default async function app(): Promise<void> {}"],
    ["cli/main.ts", 'process.exitCode = 1;\nimport { run } from "./run.ts";'],
  ])("src/%s with %j is fine", (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  const page = readFileSync("docs/architecture.md", "utf8");

  test.each(Object.entries(mayImport))("shows what %s may import", (layer, others) => {
    expect(page).toContain(`\n| ${layer} | ${others.join(", ") || "nothing"} |\n`);
  });

  test.each(Object.keys(mayImport))("says what %s/ holds", (layer) => {
    expect(page).toMatch(new RegExp(`^\\|[^|]*\`${layer}/`, "m"));
  });
});

test("docs/architecture.md names every file of the server, and no other", () => {
  const page = readFileSync("docs/architecture.md", "utf8");
  const table = /^\| file in `server\/`[\s\S]*?(?=\n\n)/m.exec(page)?.[0] ?? "";
  const cells = table.split("\n").map((line) => line.split("|")[1] ?? "");
  const named = cells.slice(2).flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map((match) => `${match[1]}.ts`));
  expect(named.toSorted(byName)).toEqual(
    files
      .filter((file) => file.startsWith("server/"))
      .map((file) => file.slice(7))
      .toSorted(byName),
  );
});

function byName(one: string, other: string): number {
  return one < other ? -1 : 1;
}
