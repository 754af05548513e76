import { expect, test } from "vitest";
import { undecided } from "../../src/domain/decisions.ts";
import { asHeardIn, fileDigest } from "../../src/steer/as-heard.ts";
import { aChange, aFile } from "../support/change-builder.ts";
import { aFinding } from "../support/review-builder.ts";

const [path, text] = ["src/a.sh", "run\n"];
const heard = aFile(path, "", text, { headBlob: "1".repeat(40) });
const digest = fileDigest(aChange(heard), path);
const finding = aFinding({ path, status: "dismissed" });
const plea = {
  ...{ finding: finding.id, kind: "withdrawn" as const, by: "ann", why: "", at: "2026-11-21T10:00:00.000Z" },
  ...{ mayUnblock: true, severity: "P0" as const },
};
const given = (file: string | undefined) => ({
  ...undecided,
  dismissals: [{ ...plea, heardOn: { head: "a".repeat(40), ...(file !== undefined && { file }) } }],
});
const { headText: _, ...textless } = heard;

test("the same file is as it was heard", () => {
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(asHeardIn(aChange(aFile("other", "", "x"), heard), [finding], given(digest))).toEqual([finding.id]);
});

test.each([
  ["one byte more", { ...heard, headText: `${text} ` }],
  ["another line break", { ...heard, headText: "run\r\n" }],
  ["another blob of the same text", { ...heard, headBlob: "2".repeat(40) }],
  ["gone", { ...heard, status: "removed" as const, headText: null }],
  ["without a text", textless],
  ["renamed", { ...heard, path: "src/b.sh", previousPath: path }],
  ["copied", { ...heard, path: "src/b.sh" }],
])("%s is not", (_name, file) => {
  expect(asHeardIn(aChange(file), [finding], given(digest))).toEqual([]);
});

test("a text that was not known is never the one that was heard, and a dismissal names none", () => {
  expect(fileDigest(aChange(textless), path)).toBeUndefined();
  expect(asHeardIn(aChange(textless), [finding], given(undefined))).toEqual([]);
  expect(asHeardIn(aChange(heard), [finding], { ...undecided, dismissals: [plea] })).toEqual([]);
});

test("what was deleted stays as it was heard as long as it is not there", () => {
  const removed = aFile(path, text, null);
  expect(asHeardIn(aChange(removed), [finding], given(fileDigest(aChange(removed), path)))).toEqual([finding.id]);
  expect(asHeardIn(aChange(heard), [finding], given(fileDigest(aChange(removed), path)))).toEqual([]);
});

test("a finding on deleted lines names the file as it was called before", () => {
  const renamed = { ...heard, path: "src/b.sh", previousPath: path };
  expect(asHeardIn(aChange(renamed), [finding], given(fileDigest(aChange(renamed), path)))).toEqual([finding.id]);
});
