import type { ModelCall } from "../support/model-server.ts";
import { replyTo } from "../support/scenario.ts";
import { callTools } from "../support/tool-turns.ts";

/** A change that puts a name into SQL, a caller that checks the name, and one that does not. */
export const guard = "  if (!/^[a-z]+$/.test(name)) throw new Error('bad name');";
const caller = "export const admin = (db, request) => find(db, request.body);";
const settings = `version: 1
rules: { javascript-sql-injection: off }
seats:
  - { name: ada, provider: anthropic, model: claude-opus-5-5, view: tools }
  - { name: bob, provider: openai, model: gpt-6-sol }
  - { name: cyd, provider: anthropic, model: claude-sonnet-5-5 }
`;
export const base = {
  ".github/pr-debate.yml": settings,
  "src/query.js": "export function find(db, name) {\n  return db.users.find(name);\n}\n",
  "src/guard.js": `import { find } from './query.js';\nexport function findUser(db, name) {\n${guard}\n  return find(db, name);\n}\n`,
  "src/admin.js": `import { find } from './query.js';\n${caller}\n`,
};
const changed = `return db.query("SELECT * FROM users WHERE name = '" + name + "'");`;
export const head = { ...base, "src/query.js": `export function find(db, name) {\n  ${changed}\n}\n` };
export const injection = {
  severity: "P0",
  category: "security",
  title: "Names are put into SQL",
  detail: "A name with a quote ends the string.",
  path: "src/query.js",
  quote: changed,
  failurePath: "a name with a quote → `find` → any SQL runs",
};
export const proposal = (...findings: readonly object[]) => ({ findings, residualRisks: [], openQuestions: [] });

/** Ada reads the caller and reports it; the others find nothing. */
export function findsCaller(call: ModelCall): object {
  if (call.stage !== "propose") return replyTo(call, () => []);
  if (call.seat !== "ada") return proposal();
  if (call.turn === 0) return callTools(["read_file", { path: "src/admin.js" }]);
  const found = call.results.some((text) => text.includes("request.body"));
  return proposal(...(found ? [{ ...injection, severity: "P1", path: "src/admin.js", quote: caller }] : []));
}
