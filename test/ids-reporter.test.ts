import { expect, test } from "vitest";
import { coveredIds } from "./support/ids-reporter.ts";

test("ids are read from the start of a test or of a describe, once each, in numeric order", () => {
  const titles = [
    ["H63 empty diff"],
    ["anchor", "H9, H10 and H100 quotes"],
    ["golden (d) deletion", "H63 again"],
    ["golden (c) (e) two"],
    ["F05 marker"],
    ["mentions H77 later", "F7x is no id"],
  ];
  expect(coveredIds(titles)).toBe("Covered ids: golden (c) (d) (e); H9 H10 H63 H100; F05");
});

test("says when there are no ids", () => {
  expect(coveredIds([["plain title"]])).toBe("Covered ids: none");
});
