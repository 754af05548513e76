import { describe, expect, test } from "vitest";
import type { Composition } from "../../src/domain/answers.ts";
import { composeFindings } from "../../src/review/compose.ts";
import { openDebate } from "../../src/review/debate.ts";
import type { ComposeRequest } from "../../src/stages/compose.ts";
import { earlier } from "../support/debate-table.ts";
import { panelOf } from "../support/scripted-agent.ts";

const [first, second] = [earlier(10), earlier(20)];
const request: ComposeRequest = { items: [first, second], batch: null, excerpts: new Map() };
const floor = openDebate(() => undefined, new AbortController().signal);
const worded = (id: string, body = "better words") => ({ finding: id, title: `title of ${id}`, body });
const good: Composition = { summary: "in short", items: [worded(second.id), worded(first.id)] };
const composedBy = (step: Composition | Error) =>
  composeFindings(panelOf(1, { scripts: [{ compose: [step] }] })[0], request, floor);
const ownWords = [first, second].map(({ id, title, detail }) => ({ finding: id, title, body: detail }));

describe("compose", () => {
  test("the winner's words, in whatever order", async () => {
    expect(await composedBy(good)).toEqual({
      wordings: good.items,
      summary: "in short",
      by: "ada",
      failures: [],
      notes: [],
    });
  });

  test.each([
    ["one left out", { ...good, items: [worded(first.id)] }, "1 left out, 0 not asked for"],
    ["one invented", { ...good, items: [...good.items, worded("ffffffff")] }, "0 left out, 1 not asked for"],
    ["one for another", { ...good, items: [worded(first.id), worded("ffffffff")] }, "1 left out, 1 not asked for"],
    ["one twice", { ...good, items: [...good.items, worded(first.id)] }, "twice"],
    ["an empty body", { ...good, items: [worded(first.id), worded(second.id, " \n")] }, "left a text empty"],
    ["an error", new Error("no JSON"), "no JSON"],
  ])("golden (h) %s: own words, a note, and a failure of the seat", async (_, step, reason) => {
    const composed = await composedBy(step);
    expect(composed).toMatchObject({ wordings: ownWords, summary: null, by: null });
    expect(composed.notes).toEqual([expect.stringContaining(reason)]);
    expect(composed.notes[0]).toContain("keep their own words");
    expect(composed.failures).toMatchObject([
      { seat: "ada", step: "compose", reason: expect.stringContaining(reason) },
    ]);
  });

  test("nothing to word, or nobody to do it: nobody is asked", async () => {
    const [idle] = panelOf(1, { scripts: [{ compose: [] }] });
    expect(await composeFindings(idle, { ...request, items: [] }, floor)).toMatchObject({
      wordings: [],
      by: null,
      notes: [],
    });
    expect(await composeFindings(undefined, request, floor)).toMatchObject({
      wordings: ownWords,
      by: null,
      failures: [],
    });
  });
});
