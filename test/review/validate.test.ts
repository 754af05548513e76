import { describe, expect, test } from "vitest";
import { anchorIn } from "../../src/code/anchor/anchor.ts";
import type { Approval } from "../../src/domain/answers.ts";
import type { DebateEvent } from "../../src/domain/events.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { failuresOf, openDebate } from "../../src/panel/asking/context.ts";
import type { ValidateRequest } from "../../src/panel/stages/wording.ts";
import { validateFindings } from "../../src/review/wording.ts";
import { aChange } from "../support/change-builder.ts";
import { earlier, proofAt, twoFiles } from "../support/debate-table.ts";
import { approval, panelOf, type Script } from "../support/scripted-agent.ts";

const finding = earlier(10, { raisedBy: ["ada"] });
const yes: Script = { validate: [approval()] };
const no: Script = { validate: [approval({ verdict: "reject", reason: "not so" })] };
const proven: Script = { validate: [approval({ verdict: "reject", reason: "guarded", evidence: [proofAt(30)] })] };
const invented: Script = {
  validate: [approval({ verdict: "reject", evidence: [{ path: "src/a.ts", quote: "not_in_the_file();" }] })],
};
const broken: Script = { validate: [new Error("no JSON")] };

/** The fate of one finding: validators are bob, cyd and dan. */
async function judge(item: Finding, validators: readonly Script[], events: DebateEvent[] = []) {
  const seats = panelOf(4, { scripts: [{ validate: [] }, ...validators] }).slice(0, 1 + validators.length);
  const wordings = [{ finding: item.id, title: "composed", body: "composed" }];
  const request = { items: [item], batch: null, excerpts: new Map<string, string>() };
  const context = openDebate((event) => events.push(event), new AbortController().signal);
  const validated = await validateFindings(seats, request, wordings, anchorIn(aChange(...twoFiles)), context);
  const [kept] = validated.findings;
  const fate = kept === undefined ? "dropped" : kept.title === "composed" ? "composed" : "own words";
  return { ...validated, failures: failuresOf(context), fate };
}

describe("validate", () => {
  test.each([
    ["all approve", [yes, yes], "composed"],
    ["no seat answers: golden (i), garbage is an abstention", [broken, broken], "composed"],
    ["one rejects and no other answers", [no], "own words"],
    ["a tie keeps the winner's wording", [yes, no], "composed"],
    ["a majority rejects without evidence", [no, no], "own words"],
    ["a majority rejects with invented evidence", [invented, invented], "own words"],
    ["one rejects with evidence, alone", [proven], "own words"],
    ["one rejects with evidence, the other answer is garbage", [proven, broken], "own words"],
    ["two reject with evidence", [proven, proven], "dropped"],
    ["one of two has evidence", [proven, no], "own words"],
    ["two of three have evidence", [proven, proven, yes], "dropped"],
    ["one of three has evidence", [proven, no, yes], "own words"],
  ] as const)("%s", async (_, validators, fate) => {
    expect((await judge(finding, validators)).fate).toBe(fate);
  });

  test("golden (i) garbage is an abstention and a recorded failure", async () => {
    const { failures } = await judge(finding, [broken, yes]);
    expect(failures).toEqual([{ seat: "bob", step: "validate", reason: "no JSON" }]);
  });

  test.each([
    ["P0", { severity: "P0" }],
    ["security P1", { category: "security" }],
    ["privacy P1", { category: "privacy" }],
  ] as const)("never drops a %s", async (_, overrides) => {
    expect((await judge({ ...finding, ...overrides }, [proven, proven, proven])).fate).toBe("own words");
  });

  test("ignores the answer of a seat that raised the finding, and does not ask it", async () => {
    const both = { ...finding, raisedBy: ["ada", "bob"] };
    expect((await judge(both, [{ validate: [] }, yes])).fate).toBe("composed");
  });

  test("counts two rejections by one seat once", async () => {
    const twice: Script = {
      validate: [
        ({ items }: ValidateRequest): Approval[] =>
          [...items, ...items].map(({ id }) => ({
            finding: id,
            verdict: "reject",
            reason: "no",
            evidence: [proofAt(30)],
          })),
      ],
    };
    expect((await judge(finding, [twice])).fate).toBe("own words");
  });

  test("reports dropped findings with their reasons, and notes those that keep their own words", async () => {
    const events: DebateEvent[] = [];
    const { eliminated } = await judge(finding, [proven, proven], events);
    expect(eliminated).toMatchObject([
      { status: "eliminated", eliminatedAt: "validation", eliminatedBecause: "guarded; guarded" },
    ]);
    expect(events).toContainEqual(expect.objectContaining({ type: "finding-eliminated", because: "guarded; guarded" }));
    expect((await judge(finding, [no, no])).notes).toEqual([expect.stringContaining("2 of 2 validators rejected")]);
  });

  test("shows each seat only the composed words that it judges", async () => {
    const other = earlier(20, { raisedBy: ["bob"] });
    const seen: string[][] = [];
    const watching: Script = {
      validate: [
        (request) => {
          seen.push(request.wordings.map(({ body }) => body));
          return [];
        },
      ],
    };
    const wordings = [finding, other].map(({ id }) => ({ finding: id, title: "t", body: `of ${id}` }));
    const request = { items: [finding, other], batch: null, excerpts: new Map<string, string>() };
    const context = openDebate(() => undefined, new AbortController().signal);
    await validateFindings(
      panelOf(1, { scripts: [watching] }),
      request,
      wordings,
      anchorIn(aChange(...twoFiles)),
      context,
    );
    expect(seen).toEqual([[`of ${other.id}`]]);
  });
});
