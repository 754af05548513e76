import type { Evidence, Vote } from "../src/domain/debate.ts";
import type { Finding } from "../src/domain/finding.ts";
import { rank } from "../src/domain/severity.ts";
import type { BallotRequest } from "../src/panel/stages/ballot.ts";
import type { Agent, Seat } from "../src/panel/stages/index.ts";
import { codeIn, linesInFile, pathOf } from "./comments-change.ts";
import { type Comment, type CommentScene, stated } from "./comments-world.ts";

/** The comments whose words a finding shows. Engines keep the words in different fields, so all of them are searched. */
export function commentsIn({ comments }: Pick<CommentScene, "comments">, finding: Finding): Comment[] {
  const text = JSON.stringify(finding);
  return comments.filter(({ draft }) => text.includes(draft.detail));
}

/** The comment that gave a finding its title and detail. */
export function leadOf({ comments }: Pick<CommentScene, "comments">, finding: Finding): Comment | undefined {
  return (
    comments.find(({ draft }) => draft.detail === finding.detail) ??
    comments.find(({ draft }) => finding.detail.includes(draft.detail))
  );
}

export function seatsOfComments(scene: CommentScene, watch: (seat: string, agent: Agent) => Agent): Seat[] {
  return scene.seats.map(({ name, vendor }) => ({
    name,
    provider: vendor,
    model: "simulated",
    persona: "",
    counted: true,
    agent: watch(name, agentOf(name, scene)),
  }));
}

/** The seat's own findings, which a later version of the engine lists in a ballot. */
type Listing = BallotRequest & { readonly own?: readonly Finding[] };

function agentOf(seat: string, scene: CommentScene): Agent {
  const { world, draw } = scene;
  const view = viewOf(seat, scene);
  return {
    propose: async () => {
      const drafts = scene.comments.filter((comment) => comment.seat === seat).map(({ draft }) => draft);
      return { drafts, dropped: [], failures: [], residualRisks: [], openQuestions: [] };
    },
    ballot: async (request: Listing) => {
      const listed = [...request.items, ...(request.own ?? [])];
      const stage = `round ${request.round}`;
      return { votes: request.items.map((finding) => voteOf(finding, listed, stage)), missed: [], dropped: [] };
    },
    argue: async ({ dossier: { finding, round }, role }) => {
      const believes = view.holds(finding, `round ${round}`);
      const concede = role === "skeptic" ? believes : view.raised(finding) ? givesUp(finding) : !believes;
      return { argument: reason(`as ${role}`, finding), concede, evidence: role === "skeptic" ? against(finding) : [] };
    },
    judge: async ({ dossier: { finding, round }, order }) => {
      const flips = order === "skeptic-first" && draw("flips", seat, wordsOf(finding)) < world.judgeFlip;
      const upholds = view.holds(finding, `round ${round}`) !== flips;
      return {
        ruling: upholds ? "upheld" : "refuted",
        reason: reason("as judge", finding),
        evidence: upholds ? [] : against(finding),
      };
    },
    compose: async ({ items }) => ({
      summary: "",
      items: items.map(({ id, title, detail }) => ({ finding: id, title, body: detail })),
    }),
    validate: async ({ items }) =>
      items.map((finding) => {
        const approves = view.holds(finding, "validation");
        const evidence = approves ? [] : against(finding);
        return {
          finding: finding.id,
          verdict: approves ? "approve" : "reject",
          reason: reason("checked", finding),
          evidence,
        };
      }),
  };

  function voteOf(finding: Finding, listed: readonly Finding[], stage: string): Vote {
    const base = { finding: finding.id, reason: reason("on the ballot", finding) };
    if (!view.holds(finding, stage)) return { ...base, verdict: "dispute", evidence: against(finding) };
    const severity = stated(finding.severity, world, (...keys) => draw("voiced", seat, wordsOf(finding), ...keys));
    const original = view.originalOf(finding, listed);
    const held = { ...base, severity, evidence: [] };
    return original === null ? { ...held, verdict: "agree" } : { ...held, verdict: "duplicate", of: original.id };
  }

  /** An advocate that raised the claim itself is stubborn: it decides once, and says the same each time. */
  function givesUp(finding: Finding): boolean {
    const { real, lure } = world.concedes;
    return draw("concedes", seat, wordsOf(finding)) < (view.isReal(finding) ? real : lure);
  }

  function reason(when: string, finding: Finding): string {
    return `${seat} ${when}: the claim about ${finding.title} was compared with the code around line ${finding.line}, its callers and what they pass.`;
  }
}

/** What a seat takes for true, and what for one and the same. */
function viewOf(seat: string, scene: CommentScene) {
  const { world, draw } = scene;
  const own = new Set(scene.comments.filter((comment) => comment.seat === seat).map(({ matter }) => matter));
  const isRight = (...keys: readonly string[]): boolean => draw("right", ...keys) < world.accuracy;
  /** What it claims itself, it mostly holds for true. Of the rest it is right with the stated accuracy, and mostly keeps its view. */
  const holds = (finding: Finding, stage: string): boolean => {
    const matters = commentsIn(scene, finding).map(({ matter }) => matter);
    const claim = leadOf(scene, finding)?.draft.detail ?? finding.id;
    if (matters.some((matter) => own.has(matter)) && draw("consistent", seat, claim) < world.consistency) return true;
    const keeps = stage === "round 1" || draw("keeps", seat, stage, claim) < world.repetition;
    const isShared = draw("shared", claim) < world.correlation;
    const right = keeps ? isRight(isShared ? "all" : seat, claim) : isRight(seat, stage, claim);
    return right === matters.some(({ real }) => real);
  };
  /** Rightly where both are of one matter; wrongly, and rarely, where two matters sound alike. */
  const takesForOne = (one: Finding, other: Finding): boolean => {
    const [a, b] = [leadOf(scene, one)?.matter, leadOf(scene, other)?.matter];
    if (a === undefined || b === undefined || (a !== b && a.topic !== b.topic)) return false;
    const share = a === b ? world.recognises : world.confuses;
    return draw("duplicate", seat, pairOf(one, other)) < share;
  };
  const isBehind = (finding: Finding, other: Finding): boolean => {
    const knows = draw("original", seat, pairOf(finding, other)) < world.knowsOriginal;
    return knows === byWorth(finding, other) > 0;
  };
  return {
    raised: (finding: Finding): boolean => finding.raisedBy.includes(seat),
    isReal: (finding: Finding): boolean => commentsIn(scene, finding).some(({ matter }) => matter.real),
    holds,
    originalOf: (finding: Finding, listed: readonly Finding[]): Finding | null =>
      listed
        .filter((other) => other.id !== finding.id && takesForOne(finding, other) && isBehind(finding, other))
        .toSorted(byWorth)[0] ?? null,
  };
}

/** Names two findings in draws, whichever comes first. */
function pairOf(one: Finding, other: Finding): string {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** The more severe first, then by place. */
function byWorth(a: Finding, b: Finding): number {
  return (
    rank(a.severity) - rank(b.severity) ||
    Number(a.path > b.path) - Number(a.path < b.path) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    Number(a.id > b.id) - Number(a.id < b.id)
  );
}

/** Names a finding in draws: ids may differ between engines, words do not. */
function wordsOf({ title, path, line }: Finding): string {
  return `${path}:${line} ${title}`;
}

/** Real code that is not the finding's own: every dispute passes the engine's test of evidence, right or wrong. */
function against({ line }: Finding): Evidence[] {
  const other = (((line ?? 0) + 40) % linesInFile) + 1;
  return [{ path: pathOf(0), line: other, quote: codeIn(0, other) }];
}
