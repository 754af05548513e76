import path from "node:path";
import { pathToFileURL } from "node:url";

/** The parts of an engine that a simulated debate calls, loaded from one source tree. */
export type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** `tree` is the root of a checkout, by default this one. Its dependencies must resolve from there. */
export async function loadEngine(tree = path.join(import.meta.dirname, "..")) {
  const fileIn = (name: string): string => pathToFileURL(path.resolve(tree, "src", name)).href;
  const wording: typeof import("../src/review/wording.ts") = await import(fileIn("review/wording.ts"));
  const asking: typeof import("../src/panel/asking/context.ts") = await import(fileIn("debate/context.ts"));
  const debating: typeof import("../src/review/debate.ts") = await import(fileIn("review/debate.ts"));
  const anchoring: typeof import("../src/code/anchor/anchor.ts") = await import(fileIn("anchor/anchor.ts"));
  const batching: typeof import("../src/code/diff/batch.ts") = await import(fileIn("diff/batch.ts"));
  const masking: typeof import("../src/code/anchor/mask.ts") = await import(fileIn("anchor/mask.ts"));
  const scoring: typeof import("../src/review/score.ts") = await import(fileIn("review/score.ts"));
  const deciding: typeof import("../src/review/verdict/verdict.ts") = await import(fileIn("verdict/verdict.ts"));
  return {
    compose: wording.composeFindings,
    debate: debating.debate,
    openDebate: asking.openDebate,
    validate: wording.validateFindings,
    anchorIn: anchoring.anchorIn,
    wholeBatch: batching.wholeBatch,
    maskOf: masking.maskOf,
    scoreSeats: scoring.scoreSeats,
    bestSeat: asking.bestSeat,
    decideVerdict: deciding.decideVerdict,
  };
}
