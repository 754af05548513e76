import { afterAll, beforeAll, expect, test } from "vitest";
import type { GitRepository } from "../support/git-repository.ts";
import { p0, replyForms } from "../support/reply-forms.ts";
import { attackedRepository, debateRun, proposing } from "./debate-run.ts";

let repository: GitRepository;
beforeAll(() => {
  repository = attackedRepository();
  repository.write(p0.path, `export function remove(id) {\n  log(id);\n  ${p0.quote}\n  for (;;) {}\n}\n`);
  repository.commit();
});
afterAll(() => repository.remove());

test.each(replyForms.map(([name, answer]) => [name, answer] as const))(
  "a P0 in a reply %s blocks on the command line",
  async (_name, answer) => {
    const silent = { propose: () => proposing() };
    const models = { ada: { propose: () => answer }, bob: silent, cyd: silent };
    const { code, review } = await debateRun(repository, { models });
    const found = review().findings.filter(
      ({ severity, path, line }) => `${severity} ${path}:${line}` === `P0 ${p0.path}:3`,
    );
    expect({ code, found: found.length }).toEqual({ code: 1, found: 1 });
  },
);
