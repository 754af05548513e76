import path from "node:path";
import { pathToFileURL } from "node:url";

/** The parts of an engine that a simulated debate calls, loaded from one source tree. */
export type Engine = Awaited<ReturnType<typeof loadEngine>>;

/** `tree` is the root of a checkout, by default this one. Its dependencies must resolve from there. */
export async function loadEngine(tree = path.join(import.meta.dirname, "..")) {
  const fileIn = (name: string): string => pathToFileURL(path.resolve(tree, "src", name)).href;
  const composing: typeof import("../src/review/compose.ts") = await import(fileIn("debate/compose.ts"));
  const debating: typeof import("../src/review/debate.ts") = await import(fileIn("debate/engine.ts"));
  const validating: typeof import("../src/review/validate.ts") = await import(fileIn("debate/validate.ts"));
  const anchoring: typeof import("../src/anchor/anchor.ts") = await import(fileIn("anchor/anchor.ts"));
  const batching: typeof import("../src/diff/batch.ts") = await import(fileIn("diff/batch.ts"));
  const masking: typeof import("../src/anchor/mask.ts") = await import(fileIn("anchor/mask.ts"));
  const scoring: typeof import("../src/review/score.ts") = await import(fileIn("debate/score.ts"));
  const deciding: typeof import("../src/verdict/verdict.ts") = await import(fileIn("verdict/verdict.ts"));
  return {
    compose: composing.compose,
    debate: debating.debate,
    floorFor: debating.floorFor,
    validate: validating.validate,
    anchorIn: anchoring.anchorIn,
    wholeBatch: batching.wholeBatch,
    maskOf: masking.maskOf,
    scoreSeats: scoring.scoreSeats,
    winnerOf: scoring.winnerOf,
    decideVerdict: deciding.decideVerdict,
  };
}
