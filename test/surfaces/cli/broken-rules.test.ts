import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { Measures } from "../../../src/domain/discussion/metrics.ts";
import { attackedRepository, debateRun, type Model, otherLine, planted, proposing } from "../../attacks/debate-run.ts";
import { topicRun } from "../../attacks/topic-run.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { planReplies } from "../../support/plan-script.ts";

/** What a plan decides, and the figures of its roles. */
const Report = z.object({
  result: z.string(),
  winner: z.string(),
  confidence: z.number(),
  phases: z.array(z.object({ steps: z.array(z.object({ title: z.string(), backedBy: z.array(z.string()) })) })),
  alternatives: z.array(z.object({ title: z.string() })),
  metrics: Measures.extend({ ruleCompliance: z.number() }),
});
type Report = z.infer<typeof Report>;

let repository: GitRepository;
afterEach(() => repository.remove());

/** The rules of the program's own constitutions that these tests break. */
const rules = {
  citeDefect: "Cite the code that shows the defect.",
  input: "Give one realistic input and the wrong result that it leads to.",
  citeDoubt: "Cite the code or file that makes the claim doubtful.",
  narrower: "Where a part of the claim holds, propose the narrower claim that does.",
};

describe("a hearing whose sides break the rules of their roles", () => {
  const own = [{ path: planted.path, quote: planted.quote }];
  const other = [{ path: planted.path, quote: otherLine }];
  const voting = (verdict: string): Model => ({
    propose: () => proposing(),
    ballot: ({ items }) => ({
      votes: items.map(({ id }) => ({ id, verdict, reason: "No caller does that.", evidence: other })),
      missed: [],
    }),
  });
  const said = (argument: string, evidence: readonly object[]) => ({ argument, concede: false, evidence });
  const models = (defence: object, objection: object): Record<string, Model> => ({
    ada: {
      propose: () => proposing({ ...planted, severity: "P1", category: "correctness" }),
      defend: () => defence,
    },
    bob: { ...voting("dispute"), refute: () => objection },
    cyd: voting("abstain"),
  });
  const breaking = models(
    said("It is simply wrong.", []),
    said("It is fine.", [{ path: "src/none.rb", quote: "x = 1" }]),
  );
  const keeping = models(
    said("When cancel(orders, 1) runs with orders 1 and 12, both go.", own),
    said("It holds only where ids share a prefix.", other),
  );

  test("each broken rule is counted and named in the reports, and the result is the same as without", async () => {
    repository = attackedRepository();
    const kept = (await debateRun(repository, { models: keeping })).review();
    expect(kept.metrics).toMatchObject({ ruleCompliance: 1, violations: [] });
    const run = await debateRun(repository, { models: breaking });
    const broken = run.review();
    const [hearing] = broken.hearings;
    const at = hearing?.finding;
    expect(broken.metrics?.violations).toEqual([
      { seat: "bob", role: "critic", at, rule: rules.citeDoubt },
      { seat: "bob", role: "critic", at, rule: rules.narrower },
      { seat: "ada", role: "advocate", at, rule: rules.citeDefect },
      { seat: "ada", role: "advocate", at, rule: rules.input },
    ]);
    expect(broken.metrics?.ruleCompliance).toBe(0);

    const decided = ({ result, conclusion, findings }: typeof kept) => ({
      ...{ result, conclusion },
      findings: findings.map(({ id, severity, status, votes }) => ({ id, severity, status, votes })),
    });
    expect(hearing?.ruling).toBe("upheld");
    expect(decided(broken)).toEqual(decided(kept));

    const shown = await debateRun(repository, { models: breaking, format: "markdown" });
    expect(shown.stdout).toContain("**Rules that were broken**");
    const title = broken.findings.find(({ id }) => id === at)?.title;
    expect(shown.stdout).toContain(`- ada as advocate, "${title}": ${rules.citeDefect}`);
    const html = await debateRun(repository, { models: breaking, format: "html" });
    const words = html.stdout.replace(/<[^>]*>/g, "").replaceAll("&quot;", '"');
    expect(words).toContain(`bob as critic, "${title}": ${rules.narrower}`);
    const text = await debateRun(repository, { models: breaking, format: "text" });
    expect(text.stdout.replace(/\s+/g, " ")).toContain("rules of roles broken: 4");
  });
});

describe("a plan whose seats break the rules of their roles", () => {
  const words = ["plan", "How do we rate-limit src/search.ts?"];
  const closing = (position: string): Model => ({ "plan-close": () => ({ position, concessions: [] }) });
  const voting = (reason: string): Model => ({
    "plan-rebut": ({ items }) => ({ votes: items.map(({ id }) => ({ id, verdict: "agree", reason })) }),
  });
  const models = (reason: string, position: string): Record<string, Model> => ({
    two: { ...voting(reason), ...closing(position) },
  });
  const keeping = models("src/search.ts shows it, but only for one process.", "Only src/search.ts, unless it grows.");
  const breaking = models("No.", "It is fine.");

  test("each broken rule is counted and named in the reports, and the plan is the same as without", async () => {
    repository = gitRepository();
    repository.write("src/search.ts", "export function search(query) {\n  return database(query);\n}\n");
    repository.commit();
    const planned = async (said: Readonly<Record<string, Model>>, format: string) =>
      (await topicRun(repository, { words: [...words, "--format", format], replies: planReplies, models: said }))
        .stdout;
    const read = async (said: Readonly<Record<string, Model>>) => Report.parse(JSON.parse(await planned(said, "json")));
    const kept = await read(keeping);
    const of = (seat: string, { metrics }: Report) => metrics.violations.filter((one) => one.seat === seat);
    expect(of("two", kept)).toEqual([]);
    const broken = await read(breaking);
    expect(of("two", broken)).toEqual(
      ["rebuttal", "closing"].flatMap((at) =>
        [rules.citeDoubt, rules.narrower].map((rule) => ({ seat: "two", role: "critic", at, rule })),
      ),
    );
    // Two rules in two speeches of three seats: the other seats are the same in both runs.
    expect(broken.metrics.violations).toHaveLength(kept.metrics.violations.length + 4);
    expect(broken.metrics.ruleCompliance).toBeLessThan(kept.metrics.ruleCompliance);
    expect({ ...broken, metrics: null }).toEqual({ ...kept, metrics: null });

    const markdown = await planned(breaking, "markdown");
    expect(markdown).toContain("**Rules that were broken**");
    expect(markdown).toContain(`- two as critic, rebuttal, closing: ${rules.citeDoubt}`);
    const count = broken.metrics.violations.length;
    expect((await planned(breaking, "text")).replace(/\s+/g, " ")).toContain(`rules of roles broken: ${count}`);
  });
});
