import { expect, test } from "vitest";
import { digestsOf, newTo } from "../../src/decisions/next-state.ts";
import type { State } from "../../src/domain/publication.ts";
import { stateOf } from "../publication/sample.ts";
import { aReview } from "../support/review-builder.ts";

const remembering = (...paths: string[]): State => ({ ...stateOf(aReview()), paths: digestsOf(paths) });

test("a file is new where no remembered change had it", () => {
  const isNew = newTo([remembering("src/a.ts", "b"), null, remembering("c")]);
  expect(["src/a.ts", "b", "c", "src/b.ts", "a.ts"].map(isNew)).toEqual([false, false, false, true, true]);
});

test("an empty change had no files; a state that kept none may have had any", () => {
  expect(newTo([remembering()])("a")).toBe(true);
  expect(newTo([remembering("a"), stateOf(aReview())])("a")).toBe(true);
});
