import { expect, test } from "vitest";
import { triage } from "../../../src/code/diff/triage.ts";
import { blindSpots, generatedNotes, unsearchedNotes } from "../../../src/review/reading/notes.ts";
import { aFile } from "../../support/change-builder.ts";

const files = ["a.ts", "b.rb", "run", "c.html"].map((path) => aFile(path, null, "x\n"));

test("names files that no rule can read when there are no models", () => {
  expect(blindSpots(files, 0)).toEqual([
    "No rule reads this kind of file, so 3 of 4 files were only searched for secrets: b.rb, run, c.html.",
  ]);
});

test("YAML is read only where it is a workflow, compose or Kubernetes", () => {
  const paths = [".github/workflows/ci.yml", "docker-compose.yml", "config/app.yaml", ".gitlab-ci.yml"];
  const yaml = [
    ...paths.map((path) => aFile(path, null, "x: 1\n")),
    aFile("k8s.yaml", null, "apiVersion: v1\nkind: Pod\n"),
  ];
  expect(blindSpots(yaml, 0)).toEqual([
    "No rule reads this kind of file, so 2 of 5 files were only searched for secrets: config/app.yaml, .gitlab-ci.yml.",
  ]);
});

test("cuts a long list", () => {
  const many = Array.from({ length: 8 }, (_, index) => aFile(`${index}.rb`, null, "x\n"));
  expect(blindSpots(many, 0)).toEqual([expect.stringContaining("0.rb, 1.rb, 2.rb, 3.rb, 4.rb and 3 more.")]);
});

test("adds no note about kinds that models read, or code in known languages", () => {
  expect(blindSpots(files, 3)).toEqual([]);
  expect(blindSpots(files.slice(0, 1), 0)).toEqual([]);
});

test("names files that only the search for secrets reads, and marks new ones", () => {
  const left = [aFile("dist/a.js", "a\n", "b\n"), aFile("dist/b.js", null, "b\n")];
  expect(generatedNotes(left, triage([]))).toEqual([
    "2 files are generated, vendored, a lock file or large data, left out of rules and models, and only searched for secrets: dist/a.js, dist/b.js (new).",
  ]);
  expect(generatedNotes([], triage([]))).toEqual([]);
});

test("names lines that rules skipped, for a few files", () => {
  const many = Array.from({ length: 7 }, (_, index) => ({
    path: `${index}.js`,
    reason: "rules did not search line 1",
  }));
  expect(unsearchedNotes(many)).toHaveLength(6);
  expect(unsearchedNotes(many).at(-1)).toBe("2 more files have such lines: see the coverage.");
});
