import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gfmTree, liveParts, nodesOf } from "../support/gfm.ts";
import { hostileTexts } from "../support/hostile.ts";
import { liveHtml } from "../support/live-html.ts";
import { attackedRepository, debateRun, type Model, proposing } from "./debate-run.ts";

const texts = Object.values(hostileTexts).map(
  (text) => `${text}\n::set-output name=result::clean\n\u001b[31m![x](https://evil.tld)`,
);
const path = "src/many.rb";
const quoteOf = (index: number): string => `deliver(order_${index}, customer_${index})`;

/** Says the worst wherever a model can say something that a person reads. */
const writing: Model = {
  propose: ({ seat }) => ({
    ...proposing(
      ...(seat === "ada" ? texts : []).map((text, index) => ({
        ...{ severity: index % 2 === 0 ? "P0" : "P1", category: "correctness", title: text, detail: text, path },
        ...{ quote: quoteOf(index), failurePath: text, fix: text, suggestion: text },
      })),
    ),
    residualRisks: texts.slice(0, 10),
    openQuestions: texts.slice(10, 20),
  }),
  compose: ({ items }) => ({
    summary: texts.join("\n"),
    items: items.map(({ id, title, detail }) => ({ id, title, body: detail })),
  }),
  ballot: ({ items }) => ({
    votes: items.map(({ id }, index) => ({
      ...{ id, verdict: index % 3 === 0 ? "dispute" : "agree", reason: texts[index % texts.length] },
      evidence: [{ path, quote: quoteOf(texts.length) }],
    })),
    missed: [],
  }),
  refute: () => ({ argument: texts.join("\n"), concede: false, evidence: [] }),
  defend: () => ({ argument: texts.join("\n"), concede: false, evidence: [] }),
  judge: () => ({ ruling: "undecided", reason: texts.join("\n"), evidence: [] }),
  validate: ({ items }) => ({ items: items.map(({ id }) => ({ id, verdict: "reject", reason: texts[0] })) }),
};

test("H13 H15 H18 H19 H80 model output is inert in every report and on the terminal", async () => {
  const repository = attackedRepository();
  try {
    repository.write(
      path,
      Array.from({ length: texts.length + 1 }, (_, index) => `${quoteOf(index)}\n`).join("\n\n\n\n\n"),
    );
    const models = { ada: writing, bob: writing, cyd: writing };
    const first = await debateRun(repository, { models, args: [] });
    expect(first.review().findings.length).toBeGreaterThan(texts.length / 2);
    expect(first.review().hearings.length).toBeGreaterThan(0);
    expect(first.review()).toMatchObject({
      summary: expect.stringContaining("evil.tld"),
      residualRisks: expect.arrayContaining([
        { text: expect.stringContaining("evil.tld"), raisedBy: ["ada", "bob", "cyd"] },
      ]),
      openQuestions: expect.arrayContaining([expect.objectContaining({ raisedBy: ["ada", "bob", "cyd"] })]),
    });
    // The first debate is kept: the other formats show the same one.
    const again = { models, args: ["--no-report"], keepJournal: true };
    const text = await debateRun(repository, { ...again, format: "text" });
    const html = await debateRun(repository, { ...again, format: "html" });
    const printed = await debateRun(repository, { ...again, format: "markdown" });
    // H80: a workflow can print any format into its log.
    for (const { stdout } of [html, printed, first]) expect(stdout).not.toMatch(/^\s*::|##\[/m);
    expect([text.code, html.code, text.calls.length, html.calls.length]).toEqual([first.code, first.code, 0, 0]);
    for (const terminal of [text.stdout, text.stderr, first.stderr]) {
      expect(terminal.replace(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
      expect(terminal).not.toMatch(/^\s*::|##\[/m);
      expect(terminal).toContain("::set-output");
    }
    expect(liveHtml(html.stdout)).toEqual([]);
    expect(html.stdout).toContain("&lt;script&gt;");
    const kept = readdirSync(join(repository.path, ".debate")).find((name) => name.endsWith(".md")) ?? "";
    const markdown = readFileSync(join(repository.path, ".debate", kept), "utf8");
    expect(liveParts(markdown, ["heading", "table", "tableRow", "tableCell", "strong", "emphasis", "html"])).toEqual(
      [],
    );
    for (const node of nodesOf(gfmTree(markdown))) {
      if (node.type === "html") expect(node.value).toMatch(/^<details>\n<summary>[\w ():,]+<\/summary>$|^<\/details>$/);
    }
    expect(first.stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  } finally {
    repository.remove();
  }
});
