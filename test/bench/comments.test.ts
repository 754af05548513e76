import path from "node:path";
import { describe, expect, test } from "vitest";
import { readBefore } from "../../bench/comments.ts";
import {
  type CommentResult,
  cellsOf,
  cleanName,
  nameOf,
  replayed,
  runCommentCell,
} from "../../bench/comments-cells.ts";
import { costsOf, prices, sizes } from "../../bench/comments-cost.ts";
import { debaterOf } from "../../bench/comments-debate.ts";
import { addedFates, fatesOf } from "../../bench/comments-fates.ts";
import { figuresOf } from "../../bench/comments-figures.ts";
import { asBefore, commentRows, commentTable } from "../../bench/comments-report.ts";
import { added, precisionOf, recallOf, type Sums, strictOf, sumsOf } from "../../bench/comments-score.ts";
import { seatsOfComments } from "../../bench/comments-seats.ts";
import { similarities } from "../../bench/comments-similarity.ts";
import { type Comment, type CommentScene, type CommentWorld, commentScene } from "../../bench/comments-world.ts";
import { loadEngine } from "../../bench/simulate-engine.ts";
import type { Finding } from "../../src/domain/finding.ts";
import type { BallotRequest } from "../../src/panel/stages/ballot.ts";
import type { Agent } from "../../src/panel/stages/index.ts";

const engine = await loadEngine();
const scenes = (world: Partial<CommentWorld>, count: number): CommentScene[] =>
  Array.from({ length: count }, (_, repetition) => commentScene({ ...replayed, ...world }, "test", repetition));

/** A comment as a finding on the ballot. */
function findingOf({ seat, draft }: Comment, id: string): Finding {
  const { line = null, ...texts } = draft;
  const votes = { agree: [], dispute: [], abstain: [] };
  const fate = { anchor: "hunk", side: "RIGHT", confidence: null, status: "accepted" } as const;
  return { ...texts, ...fate, id, line, raisedBy: [seat], alsoReported: [], votes };
}

function agentOf(scene: CommentScene, seat: string): Agent {
  const agent = seatsOfComments(scene, (_, own) => own).find(({ name }) => name === seat)?.agent;
  if (agent === undefined) throw new Error(`no ${seat}`);
  return agent;
}

const signal = new AbortController().signal;

async function votesOf(scene: CommentScene, seat: string, items: Finding[], round = 1, own: Finding[] = []) {
  const batch = { parts: [], tokens: 0 };
  const request = {
    batch,
    index: 1,
    of: 1,
    round,
    instructions: "",
    items,
    said: new Map(),
    own,
  } satisfies BallotRequest & {
    own: Finding[];
  };
  return (await agentOf(scene, seat).ballot?.(request, signal))?.votes ?? [];
}

/** Comments of the others, with one finding each. */
function othersOf(scene: CommentScene, seat: string): { comment: Comment; finding: Finding }[] {
  const mine = new Set(scene.comments.filter((comment) => comment.seat === seat).map(({ matter }) => matter));
  return scene.comments
    .filter((comment) => comment.seat !== seat && !mine.has(comment.matter))
    .map((comment, index) => ({ comment, finding: findingOf(comment, index.toString(16).padStart(8, "0")) }));
}

describe("the world of comments", () => {
  test("a seed gives the same comments twice, another seed gives others", () => {
    const drafts = (seed: string) => commentScene(replayed, seed, 3).comments.map(({ draft }) => draft);
    expect(drafts("a")).toEqual(drafts("a"));
    expect(drafts("b")).not.toEqual(drafts("a"));
  });

  test("seats find the stated share of defects and make the stated number of false claims", () => {
    const all = scenes({ hidden: 0, recall: 0.5, falseClaims: 2, repeats: 0, crowded: 0 }, 120);
    const defects = all.flatMap(({ matters }) => matters.filter(({ real }) => real)).length;
    const found = all.flatMap(({ comments }) => comments.filter(({ matter }) => matter.real)).length;
    const wrong = all.flatMap(({ comments }) => comments.filter(({ matter }) => !matter.real)).length;
    expect(found / defects / 5).toBeCloseTo(0.5, 1);
    expect(wrong / all.length / 5).toBeCloseTo(2, 0);
  });

  test("two comments on one defect are mostly more alike than two on different ones", () => {
    const alike: Record<"same" | "other", number[]> = { same: [], other: [] };
    for (const { comments } of scenes({}, 60)) {
      const similarity = similarities(comments.map(({ draft: { title, detail } }) => `${title} ${detail}`));
      comments.forEach((one, a) => {
        for (const [b, other] of comments.entries())
          if (b > a) alike[one.matter === other.matter ? "same" : "other"].push(similarity(a, b));
      });
    }
    const share = (values: number[], least: number) => values.filter((value) => value >= least).length / values.length;
    expect(share(alike.same, 0.15)).toBeGreaterThan(0.85);
    expect(share(alike.same, 0.6)).toBeLessThan(0.15);
    expect(share(alike.other, 0.15)).toBeLessThan(0.15);
    expect(share(alike.other, 0.25)).toBeGreaterThan(0);
  });

  test("a clean change has false claims and no defect", () => {
    const all = scenes({ defects: [0] }, 20);
    expect(all.flatMap(({ matters }) => matters).filter(({ real }) => real)).toEqual([]);
    expect(all.flatMap(({ comments }) => comments).length).toBeGreaterThan(20);
  });
});

describe("its seats", () => {
  test("voters are right with the stated accuracy", async () => {
    let [right, votes] = [0, 0];
    for (const scene of scenes({ accuracy: 0.7, consistency: 0 }, 80)) {
      const others = othersOf(scene, "seat-1");
      const cast = await votesOf(
        scene,
        "seat-1",
        others.map(({ finding }) => finding),
      );
      for (const { comment, finding } of others) {
        const vote = cast.find((one) => one.finding === finding.id);
        votes += 1;
        right += Number((vote?.verdict !== "dispute") === comment.matter.real);
      }
    }
    expect(right / votes).toBeCloseTo(0.7, 1);
  });

  test("with full correlation all voters say the same", async () => {
    for (const scene of scenes({ correlation: 1, recall: 0.3 }, 20)) {
      const items = othersOf(scene, "seat-1").filter(({ comment }) => comment.seat === "seat-3");
      const outside = items.filter(({ comment: { matter } }) =>
        scene.comments.every((other) => other.seat === "seat-3" || other.matter !== matter),
      );
      const verdicts = async (seat: string) =>
        (
          await votesOf(
            scene,
            seat,
            outside.map(({ finding }) => finding),
          )
        ).map(({ verdict }) => verdict === "dispute");
      expect(await verdicts("seat-2")).toEqual(await verdicts("seat-1"));
    }
  });

  test("asked again, a seat says the same as often as stated, and otherwise draws again", async () => {
    let [same, votes] = [0, 0];
    for (const scene of scenes({ accuracy: 0.5, recognises: 0, confuses: 0 }, 60)) {
      const items = othersOf(scene, "seat-1").map(({ finding }) => finding);
      const [first, second] = [await votesOf(scene, "seat-1", items), await votesOf(scene, "seat-1", items, 2)];
      votes += items.length;
      same += first.filter((vote, index) => vote.verdict === second[index]?.verdict).length;
    }
    // Half of the new draws come out as before.
    expect(same / votes).toBeCloseTo(0.9, 1);
    expect(same / votes).toBeLessThan(0.95);
  });

  test("a stubborn advocate never gives up, a yielding one always", async () => {
    const [scene] = scenes({}, 1);
    const [comment] = scene?.comments ?? [];
    if (scene === undefined || comment === undefined) throw new Error("no comment");
    const concede = async (share: number) => {
      const stubborn = { ...scene, world: { ...scene.world, concedes: { real: share, lure: share } } };
      const dossier = { finding: findingOf(comment, "00000001"), excerpt: "", said: [], round: 1 };
      return (await agentOf(stubborn, comment.seat).argue?.({ dossier, role: "advocate" }, signal))?.concede;
    };
    expect([await concede(0), await concede(1)]).toEqual([false, true]);
  });

  test("a seat names the more severe finding as the original, also its own where the ballot lists it", async () => {
    const sure = { accuracy: 1, hidden: 0, recall: 1, recognises: 1, knowsOriginal: 1, consistency: 1, crowded: 0 };
    const [scene] = scenes(sure, 1);
    const defect = scene?.comments.find(({ matter }) => matter.real)?.matter;
    const [mine, theirs] = (scene?.comments ?? []).filter(({ matter }) => matter === defect);
    if (scene === undefined || mine === undefined || theirs === undefined) throw new Error("no two comments");
    const grave: Finding = { ...findingOf(mine, "00000001"), severity: "P0" };
    const slight: Finding = { ...findingOf(theirs, "00000002"), severity: "P2" };
    const verdicts = async (item: Finding, own: Finding[]) =>
      (await votesOf(scene, mine.seat, [item], 1, own)).map(({ verdict, of }) => [verdict, of]);
    expect(await verdicts(slight, [grave])).toEqual([["duplicate", "00000001"]]);
    expect(await verdicts(slight, [])).toEqual([["agree", undefined]]);
    expect(await verdicts({ ...slight, severity: "P0" }, [{ ...grave, severity: "P2" }])).toEqual([
      ["agree", undefined],
    ]);
  });
});

describe("its figures", () => {
  const debated = (findings: Finding[]) => ({
    findings,
    eliminated: [],
    hearings: [],
    blocked: false,
    costs: costsOf().costs(),
  });

  test("a second comment on a defect is right in the loose count and wrong in the strict one", () => {
    const [scene] = scenes({ hidden: 0, recall: 1, defects: [1] }, 1);
    const [one, two] = scene?.comments.filter(({ matter }) => matter.real) ?? [];
    const lie = scene?.comments.find(({ matter }) => !matter.real);
    if (scene === undefined || one === undefined || two === undefined || lie === undefined) throw new Error("too few");
    const findings = [one, two, lie].map((comment, index) => findingOf(comment, `0000000${index}`));
    const sums = sumsOf(scene, debated(findings));
    expect(sums).toMatchObject({ posted: 3, right: 2, fresh: 1, repeated: 1, found: 1, planted: 1 });
    expect(precisionOf(sums)).toBeCloseTo(2 / 3);
    expect(recallOf(sums)).toBe(1);
    expect(strictOf(sums)).toBeCloseTo(0.5);
  });

  test("a finding that prints two claims shows both", () => {
    const [scene] = scenes({ hidden: 0, recall: 1, defects: [2], crowded: 0 }, 1);
    const real = scene?.comments.filter(({ matter }) => matter.real) ?? [];
    const other = real.find(({ matter }) => matter !== real[0]?.matter);
    if (scene === undefined || real[0] === undefined || other === undefined) throw new Error("too few");
    const finding = findingOf(real[0], "00000001");
    const both = { ...finding, detail: `${finding.detail}\n${other.draft.detail}` };
    expect(sumsOf(scene, debated([finding])).found).toBe(1);
    expect(sumsOf(scene, debated([both])).found).toBe(2);
  });

  test("a seat pays a tenth for what it has sent before", async () => {
    const { watch, costs } = costsOf();
    const nothing = { batch: { parts: [], tokens: 0 }, index: 1, of: 1, round: 1, instructions: "" };
    const propose = async () => ({ drafts: [], dropped: [], failures: [], residualRisks: [], openQuestions: [] });
    const agent = watch("a", { propose });
    await agent.propose?.(nothing, signal);
    const first = costs().propose.input;
    await agent.propose?.(nothing, signal);
    expect(costs().propose.input).toBeCloseTo(2 * first - (1 - prices.cached) * sizes.system);
    expect(costs().propose.diffs).toBeCloseTo(1 + prices.cached);
  });

  test("targets are met or missed, and groups that are alike leave no doubt", () => {
    const perfect: Sums = { ...added([]), changes: 10, posted: 10, right: 10, fresh: 10, planted: 10, found: 10 };
    const priced: Sums = { ...perfect, blocked: 1, diffs: 16, proposalsDiffs: 10 };
    const cells: CommentResult[] = cellsOf(replayed, 1, 1).map(({ name }) => ({
      name,
      groups: [priced, priced, priced],
      fates: [],
    }));
    const rows = commentRows(figuresOf(cells), {});
    const missed = rows.filter(({ met }) => !met).map(({ figure }) => figure);
    expect(rows.length).toBe(9);
    expect(rows.every(({ halfWidth }) => halfWidth < 1e-9)).toBe(true);
    expect(missed).toEqual(
      [0, 0.5].map((correlation) => `clean changes blocked, 5 seats, a = 0.8, ρ = ${correlation}`),
    );
    expect(cells.map(({ name }) => name)).toEqual(expect.arrayContaining([nameOf(3, 0.9, 0.5), cleanName(0.5)]));
  });

  test("every figure of the table has its value of version 0.1.0", async () => {
    const cells = cellsOf(replayed, 1, 1).map(({ name }) => ({ name, groups: [added([]), added([])], fates: [] }));
    const figures = figuresOf(cells);
    const lines = commentTable(figures, await readBefore())
      .split("\n")
      .slice(2);
    expect(lines.length).toBe(Object.keys(asBefore(figures)).length);
    expect(lines.filter((line) => line.split("|")[2]?.trim() === "")).toEqual([]);
  });
});

describe("fates", () => {
  test("a defect is lost with a finding only where no other finding shows it", () => {
    const [scene] = scenes({ hidden: 0, recall: 1, defects: [1], crowded: 0 }, 1);
    const [one, two] = scene?.comments.filter(({ matter }) => matter.real) ?? [];
    if (scene === undefined || one === undefined || two === undefined) throw new Error("too few");
    const out: Finding = { ...findingOf(one, "00000001"), status: "eliminated", eliminatedAt: "ballot" };
    const none: Finding[] = [];
    const outcome = { findings: none, eliminated: [out], hearings: [], blocked: false, costs: costsOf().costs() };
    const kept = { ...outcome, findings: [findingOf(two, "00000002")] };
    const lost = (debated: typeof outcome) => addedFates(fatesOf(scene, debated)).map((fate) => fate.lost);
    expect(lost(outcome)).toEqual([1]);
    expect(lost(kept)).toEqual([0, 0]);
  });
});

describe("a simulated debate", () => {
  const world = { ...replayed, accuracy: 0.9 };

  test("is the same twice, and the same on the engine of another path to this checkout", async () => {
    const cell = { name: "test", world, changes: 4 };
    const other = await loadEngine(path.join(import.meta.dirname, "../.."));
    const first = await runCommentCell(cell, "test", engine);
    expect(await runCommentCell(cell, "test", engine)).toEqual(first);
    expect(await runCommentCell(cell, "test", other)).toEqual(first);
    expect(await runCommentCell(cell, "other", engine)).not.toEqual(first);
  });

  test("perfect seats post no false claim and lose no defect that they found", async () => {
    const perfect = {
      accuracy: 1,
      judgeFlip: 0,
      consistency: 0,
      confuses: 0,
      crowded: 0,
      concedes: { real: 0, lure: 1 },
    };
    const hold = debaterOf(engine);
    for (const scene of scenes(perfect, 12)) {
      const outcome = await hold(scene);
      const sums = sumsOf(scene, outcome);
      const raised = new Set(scene.comments.map(({ matter }) => matter).filter(({ real }) => real));
      expect(sums.found).toBe(raised.size);
      const undisputed = outcome.findings.filter(({ status }) => status === "accepted");
      expect(sumsOf(scene, debated(undisputed)).right).toBe(undisputed.length);
    }
  });

  test("a false P0 that all voters take for true blocks a clean change", async () => {
    const fooled = { defects: [0], accuracy: 0, severe: { real: [0, 0], lure: [1, 0] } } as const;
    const hold = debaterOf(engine);
    const blocked = await Promise.all(scenes(fooled, 10).map(async (scene) => (await hold(scene)).blocked));
    expect(blocked.filter(Boolean).length).toBeGreaterThan(5);
  });

  const debated = (findings: readonly Finding[]) => ({
    findings,
    eliminated: [],
    hearings: [],
    blocked: false,
    costs: costsOf().costs(),
  });
});
