import { afterAll, beforeAll, expect, test } from "vitest";
import type { GitRepository } from "../support/git-repository.ts";
import type { ModelCall } from "../support/model-server.ts";
import { attackedRepository, debateRun, planted, proposing } from "./debate-run.ts";

/** One seat says a P0, in an odd place of its reply. The others find nothing, and the check must not be green. */
const minor = {
  ...{
    severity: "P2",
    category: "other",
    title: "The name of the method says little",
    detail: "It cancels one order.",
  },
  ...{ path: "src/orders.rb", line: 3, quote: "def cancel(orders, id)", fix: "Name it cancel_order." },
};
const { severity, category, detail, path, line, quote } = planted;
const renamed = { priority: severity, type: category, message: detail, file: path, lineNumber: line, snippet: quote };
const silent = { propose: () => proposing() };

let repository: GitRepository;
beforeAll(() => {
  repository = attackedRepository();
});
afterAll(() => repository.remove());

test.each([
  [
    "by file, each with its findings",
    { "lib/names.rb": { findings: [minor] }, "src/orders.rb": { findings: [planted] } },
  ],
  [
    "by file, one of them in a folder of examples",
    { "docs/examples/names.rb": [minor], "src/examples/orders.rb": [planted] },
  ],
  ["by file, each with a list", { "lib/names.rb": [minor], "src/orders.rb": [planted] }],
  ["by topic", { maintainability: [minor], "data-loss": [planted] }],
  ["by severity", { P2: [minor], P0: [planted] }],
  ["by pass", { pass1: { findings: [minor] }, pass2: { findings: [planted] } }],
])("a P0 is not lost where a seat groups its findings %s", async (_, reply) => {
  const models = { ada: { propose: () => reply }, bob: silent, cyd: silent };
  const { code, stdout } = await debateRun(repository, { models });
  expect({ code, isShown: stdout.includes(planted.title) }).toEqual({ code: 1, isShown: true });
});

test.each([
  "must_be_fixed",
  "toBeFixed",
  "verifiedFindings",
  "reviewed_findings",
  "checkedAndConfirmed",
  "non_negotiable",
])('a P0 in a list "%s" beside an empty "findings" is not lost', async (name) => {
  const models = { ada: { propose: () => ({ findings: [], [name]: [planted] }) }, bob: silent, cyd: silent };
  const { code, stdout } = await debateRun(repository, { models });
  expect({ code, isShown: stdout.includes(planted.title) }).toEqual({ code: 1, isShown: true });
});

test.each([
  ["a list of items with field names that findings may have", { findings: [], critical: [renamed] }],
  ["one object instead of a list", { findings: [], critical: planted }],
  ["a list one level deeper", { findings: [], security: { findings: [planted] } }],
  ["the same key in capitals", { Findings: [planted], findings: [] }],
  ["the open questions as one text", { findings: [], openQuestions: `P0: ${planted.title}? ${planted.detail}` }],
  [
    "the risks as objects",
    { findings: [], residualRisks: [{ risk: `${planted.title}. ${planted.detail}`, path, quote }] },
  ],
])("what a seat says beside an empty list is not lost: %s", async (_, reply) => {
  const { stdout } = await debateRun(repository, {
    models: { ada: { propose: () => reply }, bob: silent, cyd: silent },
  });
  expect(stdout).toContain(planted.detail);
});

const json = JSON.stringify;
const fenced = (value: object): string => `\`\`\`json\n${json(value)}\n\`\`\``;
const brokenItem = json(planted).replace(planted.detail, 'It matches "a", "b", so more go');

test.each([
  ["a document per file", `src:\n${fenced({ findings: [planted] })}\nnames:\n${fenced({ findings: [minor] })}`],
  ["two lists", `${json([planted])}\n${json([minor])}`],
  ["one more item behind the document", `${json({ findings: [minor] })}\nOne more:\n${json(planted)}`],
  ["one item before the document", `${json(planted)}\n${json({ findings: [minor] })}`],
  ["the key twice", `{"findings": [${json(planted)}], "findings": [${json(minor)}]}`],
  ["an item with unescaped quotation marks", `{"findings": [${json(minor)}, ${brokenItem}]}`],
  [
    "a key twice in one item",
    `{"findings": [${json(minor)}, ${json(planted).replace('"title"', '"line":5,"title"')}]}`,
  ],
])("a P0 is not lost without a word: %s", async (_, reply) => {
  const models = { ada: { propose: () => reply }, bob: silent, cyd: silent };
  const run = await debateRun(repository, { models });
  const { panel, notes, failures = [] } = JSON.parse(run.stdout);
  const seat = panel.seats.find(({ name }: { name: string }) => name === "ada");
  const isSaid =
    seat.partial === true ||
    seat.healthy === false ||
    failures.length > 0 ||
    /could not be (read|used)/.test(notes.join(" "));
  expect(run.stdout.includes(planted.title) || isSaid).toBe(true);
});

test.each<[string, (votes: object) => string | object]>([
  ["missed_findings", (votes) => ({ votes, missed_findings: [planted] })],
  ["findings", (votes) => ({ votes, findings: [planted], missed: [] })],
  ["additional", (votes) => ({ votes, missed: [], additional: [planted] })],
  ["missed, as text", (votes) => ({ votes, missed: json([planted]) })],
  ["missed, beside a wrapper of the votes", (votes) => ({ ballot: { votes }, missed: [planted] })],
  ["missed, in a second document", (votes) => `${json({ votes })}\n${json({ missed: [planted] })}`],
  [
    "missed, and the votes again in a second document",
    (votes) => `${json({ votes, missed: [planted] })}\n${json({ votes, missed: [] })}`,
  ],
])("a P0 that a seat adds on its ballot is not lost: %s", async (_, reply) => {
  const ballot = ({ items }: ModelCall) =>
    reply(items.map(({ id }) => ({ id, verdict: "agree", reason: "It does say little.", evidence: [] })));
  const models = { ada: { propose: () => proposing(minor) }, bob: { ...silent, ballot }, cyd: silent };
  const { code, stdout } = await debateRun(repository, { models });
  expect({ code, isShown: stdout.includes(planted.title) }).toEqual({ code: 1, isShown: true });
});

test("a P0 in a list beside an empty one is not lost in a pipeline, as it is not in parallel", async () => {
  const pipeline = attackedRepository("debate:\n  topology: sequential\n");
  const second = {
    propose: () => ({
      findings: [],
      critical: [planted],
      checks: [{ id: "F1", verdict: "agree", reason: "r", evidence: [] }],
    }),
  };
  const models = { ada: { propose: () => proposing(minor) }, bob: second, cyd: silent };
  const { code, stdout } = await debateRun(pipeline, { models });
  pipeline.remove();
  expect({ code, isShown: stdout.includes(planted.title) }).toEqual({ code: 1, isShown: true });
});
