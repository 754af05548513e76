import { expect, test } from "vitest";
import { blindSpots } from "../../src/review/blind-spots.ts";
import { aFile } from "../support/change-builder.ts";

const files = ["a.ts", "b.rb", "run", "c.html"].map((path) => aFile(path, null, "x\n"));

test("without models, files that no rule can read are named", () => {
  expect(blindSpots(files, 0)).toEqual([
    "No rule reads this kind of file, so 3 of 4 files were only searched for secrets: b.rb, run, c.html.",
  ]);
});

test("a long list is cut", () => {
  const many = Array.from({ length: 8 }, (_, index) => aFile(`${index}.rb`, null, "x\n"));
  expect(blindSpots(many, 0)).toEqual([expect.stringContaining("0.rb, 1.rb, 2.rb, 3.rb, 4.rb and 3 more.")]);
});

test("models read every kind, and code in known languages needs no word", () => {
  expect(blindSpots(files, 3)).toEqual([]);
  expect(blindSpots(files.slice(0, 1), 0)).toEqual([]);
});
