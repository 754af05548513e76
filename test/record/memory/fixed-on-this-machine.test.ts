import { describe, expect, test } from "vitest";
import type { Review } from "../../../src/domain/review.ts";
import { keepFiles } from "../../../src/record/kept/kept.ts";
import { ledgerOf } from "../../../src/record/memory/ledger.ts";
import { json } from "../../../src/report/json.ts";
import { decidedIn } from "../../../src/surfaces/wiring/memory-here.ts";
import { fakeSecrets } from "../../support/fake-secrets.ts";
import type { GitRepository } from "../../support/git-repository.ts";
import { aTopic, reviewOffline } from "../../support/local-review.ts";
import { injection, runCli } from "../../surfaces/cli/run-cli.ts";

const secret = fakeSecrets.find(({ kind }) => kind === "AWS access key")?.value ?? "";
const file = "src/search.js";
const fixed = injection.replace(
  '"select * from users where name = \'" + req.query.name + "\'"',
  '"select * from users"',
);
const more = { "src/more.js": "export const more = 1;\n" };

type Change = Parameters<typeof reviewOffline>[1];
let kept = 0;

/** Reviews in this process, and keeps the result as the command line does. */
async function review(repository: GitRepository, change?: Change): Promise<Review> {
  const found = await reviewOffline(repository, change);
  kept += 1;
  const name = `review-2026-01-01T00-00-00-${String(kept).padStart(3, "0")}Z`;
  await keepFiles(repository.path, name, { json: json(found, { version: "0" }) });
  return found;
}

/** The row of a seat, and how many reviews cannot be followed. */
async function stats({ path, env }: GitRepository, seat = "rules") {
  const { seats, unfollowed } = ledgerOf(await decidedIn({ directory: path, env }, []));
  const counts = seats.find(({ name }) => name === seat)?.counts;
  return { fixed: counts?.fixed, open: counts?.open, unfollowed };
}

const isFixed = { fixed: 1, open: 0, unfollowed: 0 };
const isOpen = { fixed: 0, open: 1, unfollowed: 0 };
const note = "1 finding of an earlier review of this branch is fixed";

test("the command line counts a finding as fixed after find, fix and another review, and as open once its code is back", async () => {
  const repository = aTopic({}, { ...more, [file]: injection });
  const run = async (...args: readonly string[]) => (await runCli(repository, args)).stdout.replace(/ +/g, " ");
  const head = "Seat Raised Fixed False positive Won't fix Duplicate Overturned No such code Open Useful";
  await run("review");
  expect(await run("stats")).toContain(`1 finding from 1 review\n\n${head}\nrules 1 0 0 0 0 0 0 1 –\n`);
  repository.write(file, fixed);
  expect((await run("review")).replace(/\s+/g, " ")).toContain(note);
  expect(await run("stats")).toContain(`1 finding from 2 reviews\n\n${head}\nrules 1 1 0 0 0 0 0 0 100 %\n`);
  repository.write(file, injection);
  await run("review");
  expect(await run("stats")).toContain(`1 finding from 3 reviews\n\n${head}\nrules 1 0 0 0 0 0 0 1 –\n`);
});

describe("a finding of rules on this machine", () => {
  test("is fixed once, also where the fix is committed and reviewed again", async () => {
    const repository = aTopic({}, { ...more, [file]: injection });
    await review(repository);
    repository.write(file, fixed);
    expect((await review(repository)).notes).toContainEqual(expect.stringContaining(note));
    repository.commit("fix");
    expect((await review(repository)).earlier).toBeUndefined();
    expect(await stats(repository)).toEqual(isFixed);
  });

  test("is fixed where the file leaves the change because its code was taken back", async () => {
    const repository = aTopic({ [file]: fixed }, { ...more, [file]: injection });
    await review(repository);
    repository.write(file, fixed);
    await review(repository);
    expect(await stats(repository)).toEqual(isFixed);
  });

  test("stays open where its code is on the base by now, so that no review reads it again", async () => {
    const repository = aTopic({}, { [file]: injection });
    await review(repository);
    repository.git("branch", "-f", "main", "topic");
    repository.write("src/more.js", "export const more = 1;\n");
    await review(repository);
    expect(await stats(repository)).toEqual(isOpen);
  });

  test("stays open where another branch does not have its code, and counts once on each that has it", async () => {
    const repository = aTopic({}, { ...more, [file]: injection });
    await review(repository);
    repository.git("switch", "-q", "-c", "other", "main");
    repository.write("src/more.js", "export const more = 2;\n");
    await review(repository);
    expect(await stats(repository)).toEqual(isOpen);
    repository.write(file, injection);
    await review(repository);
    expect(await stats(repository)).toEqual({ ...isOpen, open: 2 });
  });

  test("stays open in a review of other paths, of the index, of an older commit, and of a file that no rule reads", async () => {
    const repository = aTopic({}, { ...more });
    repository.write(file, injection);
    await review(repository);
    await review(repository, { range: "main..topic" });
    repository.write(file, fixed);
    await review(repository, { paths: ["src/more.js"] });
    repository.write("src/more.js", "export const more = 3;\n");
    repository.git("add", "src/more.js");
    await review(repository, { staged: true });
    expect(await stats(repository)).toEqual(isOpen);
    repository.write(file, Buffer.from([0, 1, 2, 0]));
    await review(repository);
    expect(await stats(repository)).toEqual(isOpen);
    repository.write(file, fixed);
    await review(repository);
    expect(await stats(repository)).toEqual(isFixed);
  });

  test("a secret that is still there in a moved line is open, and fixed once it is out of the file", async () => {
    const key = `export const key = "${secret}";\n`;
    const repository = aTopic({}, { ...more, "src/key.js": key });
    await review(repository);
    expect(await stats(repository, "secrets")).toEqual(isOpen);
    repository.write("src/key.js", `// the key\n\n${key}`);
    await review(repository);
    expect(await stats(repository, "secrets")).toEqual(isOpen);
    repository.write("src/key.js", "export const key = process.env.KEY;\n");
    await review(repository);
    expect(await stats(repository, "secrets")).toEqual(isFixed);
  });
});

test("without a branch nothing is followed, and stats says so", async () => {
  const repository = aTopic({}, { ...more, [file]: injection });
  repository.git("switch", "-q", "--detach");
  await review(repository);
  repository.write(file, fixed);
  await review(repository);
  expect(await stats(repository)).toEqual({ ...isOpen, unfollowed: 2 });
  const { stdout } = await runCli(repository, ["stats"]);
  expect(stdout).toContain("2 of the reviews have no branch (a diff, a detached HEAD or an older version)");
});

test("a kept review that cannot be read is left out with a note, and the review goes on", async () => {
  const repository = aTopic({}, { ...more, [file]: injection });
  await review(repository);
  const change = { repo: "project", number: null, branch: "topic" };
  repository.write(".debate/review-2026-01-02T00-00-00-000Z.json", JSON.stringify({ version: 1, change }));
  repository.write(file, fixed);
  const { stderr, stdout } = await runCli(repository, ["review"]);
  expect(stderr).toContain("Findings of an earlier review that are fixed now could not be counted");
  expect(stdout.replace(/\s+/g, " ")).toContain(note);
});
