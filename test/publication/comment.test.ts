import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/domain/finding.ts";
import { fileComment, findingComment } from "../../src/publication/comment.ts";
import { readMarker } from "../../src/publication/marker.ts";
import { gfmTree, liveParts, nodesOf } from "../support/gfm.ts";
import { aFinding, aReview } from "../support/review-builder.ts";
import { typicalReview } from "../support/review-examples.ts";
import { head } from "./sample.ts";

const form = ["html", "strong", "emphasis", "table", "tableRow", "tableCell"];

function commentOn(finding: Finding, maxBytes = 60_000, review = aReview({ findings: [finding] })): string {
  return findingComment(review, finding, { head, attempt: 1, maxBytes });
}

function suggestionsIn(body: string): string[] {
  return nodesOf(gfmTree(body)).flatMap((node) =>
    node.type === "code" && node.lang === "suggestion" ? [node.value] : [],
  );
}

test("a comment says who raised and who agreed, though nothing was said about it", () => {
  expect(commentOn(aFinding())).toContain("Raised by `claude`; agreed `gpt`");
});

test("a claim that was merged into a finding keeps its title and detail, below the finding's own", () => {
  const [finding = aFinding()] = typicalReview().findings.filter(({ alsoReported }) => alsoReported.length > 0);
  const body = commentOn(finding);
  expect(body).toContain(
    "**Also here:** The search has no limit — A `term` of `%` matches every order, and all of them are read into memory before the first is sent. (raised by `gemini` as P1)",
  );
  expect(body.indexOf("reaches the statement")).toBeLessThan(body.indexOf("Also here"));
  expect(body.indexOf("Also here")).toBeLessThan(body.indexOf("How it fails"));
});

test("a disputed finding says why it waits for a human: what the hearing came to, or that there was none", () => {
  const review = typicalReview();
  const disputed = review.findings.filter(({ status }) => status === "disputed");
  expect(disputed).toHaveLength(1);
  for (const finding of disputed)
    expect(commentOn(finding, 60_000, review)).toContain(
      "**Disputed, needs a human.** The hearing ruled undecided: The two orders disagree.",
    );
  const votes = { agree: [], dispute: [], abstain: [] };
  expect(commentOn(aFinding({ status: "disputed", votes }))).toContain("No other seat could judge it");
});

describe("H15 a suggestion", () => {
  const given = aFinding({ suggestion: "\tif (a) {\n\t\treturn;\n\t}\n", startLine: 11 });

  test("keeps its indentation", () => {
    expect(suggestionsIn(commentOn(given))).toEqual(["\tif (a) {\n\t\treturn;\n\t}"]);
  });

  test("that is empty deletes the lines", () => {
    expect(suggestionsIn(commentOn({ ...given, suggestion: "" }))).toEqual([""]);
  });

  test.each([
    [{ anchor: "file" as const }, "its lines are not in the diff"],
    [{ side: "LEFT" as const }, "its lines are deleted"],
    [{ path: ".github/workflows/ci.yml" }, "this file decides what runs or who decides"],
    [{ path: ".github/actions/x/run.ts" }, "this file decides what runs or who decides"],
    [{ path: "sub/action.yaml" }, "this file decides what runs or who decides"],
    [{ path: "docs/CODEOWNERS" }, "this file decides what runs or who decides"],
    [{ path: ".github/pr-debate/rules/a.yml" }, "this file decides what runs or who decides"],
    [{ suggestion: "a\u202eb" }, "it holds characters that cannot be shown as they are"],
    [{ suggestion: "a\r\nb" }, "it holds characters that cannot be shown as they are"],
    [{ suggestion: "<!-- pr-debate v1 -->" }, "it holds characters that cannot be shown as they are"],
    [{ suggestion: 'key = "[redacted api key]"' }, "a secret in it is not shown"],
  ])("is not offered for %j, and the reader learns why", (change, why) => {
    const body = commentOn({ ...given, ...change });
    expect(suggestionsIn(body)).toEqual([]);
    expect(body).toContain(`(to be applied by hand: ${why})`);
  });

  test("is not offered on a whole file", () => {
    const body = fileComment(aReview(), given, { head, attempt: 1, maxBytes: 60_000 });
    expect(suggestionsIn(body)).toEqual([]);
    expect(body).toContain("to be applied by hand: this comment is on the whole file");
  });

  test.each(["src/action.ts", "x/CODEOWNERS.md", "src/.github/workflows/x.ts"])("is offered in %s", (path) => {
    expect(suggestionsIn(commentOn({ ...given, path }))).toHaveLength(1);
  });
});

describe("H74 a comment that is too long", () => {
  test("loses the debate first", () => {
    const review = typicalReview();
    const finding = review.findings.find(({ status }) => status === "disputed") ?? aFinding();
    const whole = commentOn(finding, 60_000, review);
    expect(whole).toContain("<details>");
    const body = commentOn(finding, 1_200, review);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1_200);
    expect(body).not.toContain("<details>");
    expect(body).toContain("charge succeeds");
    expect(body).toContain("_Cut to fit; the report has everything._");
  });

  test("H13 H15 H19 is cut in the words that came in: at every length it is inert and no suggestion is halved", () => {
    const acting = "`@org/team #12` `https://evil.tld/x` ".repeat(60);
    const code = `\`\`\`\n${acting}\n\`\`\`\n`;
    const finding = aFinding({
      title: acting,
      detail: acting,
      failurePath: code,
      fix: acting,
      suggestion: "x();\n",
      alsoReported: [{ seat: "gpt", severity: "P1", title: `Other ${acting}`, detail: `Else ${acting}` }],
    });
    for (let maxBytes = 300; maxBytes < 9_000; maxBytes += 61) {
      const body = commentOn(finding, maxBytes);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxBytes);
      expect(readMarker(body)?.id).toBe(finding.id);
      if (maxBytes > 1_500) expect(body).toContain("**How it fails**");
      expect(
        liveParts(body.replaceAll(/<sub>.*<\/sub>/g, ""), form).filter((part) => part !== "code suggestion"),
      ).toEqual([]);
      for (const suggestion of suggestionsIn(body)) expect(suggestion).toBe("x();");
    }
  });
});
