import { expect, onTestFinished, test } from "vitest";
import { gitRepository } from "../../support/git-repository.ts";
import { startReviewers } from "../../support/scenario.ts";
import { runCli } from "./run-cli.ts";

test("a batch of a large change names the changed symbols of the others; a small change has no such list", async () => {
  const repository = gitRepository();
  const models = await startReviewers(() => []);
  onTestFinished(async () => {
    await models.close();
    repository.remove();
  });
  const env = {
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: models.url,
    PR_DEBATE_SEATS: "one=anthropic:claude-opus-5-5,two=anthropic:claude-sonnet-5-5",
  };
  const body = (folder: string, from: number, to: number): string =>
    Array.from(
      { length: to - from },
      (_, at) =>
        `export function ${folder}${from + at}(prices: number[]): number { return sum(prices, ${from + at}); }\n`,
    ).join("");
  repository.write("README.md", "# Shop\n");
  repository.commit();
  for (const folder of ["cart", "stock", "order"]) repository.write(`${folder}/all.ts`, body(folder, 0, 900));
  const review = async () => runCli(repository, ["review", "--no-report"], { env, withModels: true });
  const { stderr } = await review();
  expect(stderr).not.toContain("FAILED");
  const proposals = models.calls.filter(({ stage, seat }) => stage === "propose" && seat === "one");
  expect(proposals.length).toBeGreaterThan(1);
  for (const { batch } of proposals) {
    const own = ["cart", "stock", "order"].filter((folder) => batch.includes(`function ${folder}`));
    const listed = batch.slice(batch.indexOf("# Changed elsewhere"), batch.indexOf("# Changed files"));
    expect(listed).toMatch(/^> \w+\/all\.ts: /m);
    for (const folder of own) if (own.length === 1) expect(listed).not.toContain(`${folder}/all.ts`);
  }
  const pushed = models.calls.length;
  // A new symbol in one folder: the others list it, and keep their answers.
  repository.write("stock/all.ts", body("stock", 0, 901));
  await review();
  const again = models.calls.slice(pushed).filter(({ stage, seat }) => stage === "propose" && seat === "one");
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThan(proposals.length);
  for (const { batch } of again) expect(batch).toContain("function stock");
  const before = models.calls.length;
  repository.commit();
  repository.write("cart/all.ts", body("cart", 0, 901));
  await review();
  expect(models.calls.length).toBeGreaterThan(before);
  for (const { batch } of models.calls.slice(before)) expect(batch).not.toContain("# Changed elsewhere");
});
