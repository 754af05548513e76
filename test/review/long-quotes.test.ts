import { expect, test } from "vitest";
import { isPassing } from "../../src/review/verdict/conclusion.ts";
import { code, draftAt, proofAt, sit } from "../support/debate-table.ts";
import { argument, disputing, panelOf, proposal, ruling, type Script } from "../support/scripted-agent.ts";

test("a false P0 that quotes 26 lines and is refuted takes no P0 of another seat on one of them along", async () => {
  const lines = Array.from({ length: 26 }, (_, index) => code(5 + index)).join("\n");
  const wide = draftAt(5, {
    severity: "P0",
    category: "security",
    quote: lines,
    title: "Wrong indentation",
    detail: "Tabs are wanted here",
  });
  const planted = draftAt(20, {
    severity: "P0",
    category: "data-loss",
    title: "Deletes rows of other users",
    detail: "No where clause",
  });
  const against: Script = {
    ballot: disputing(proofAt(50)),
    argue: () => argument({ concede: false, evidence: [proofAt(51)] }),
    judge: () => ruling({ ruling: "refuted", evidence: [proofAt(52)] }),
  };
  const scripts = [{ propose: () => proposal(wide) }, { propose: () => proposal(planted) }, against, against];
  const { conclusion } = await sit(panelOf(4, { scripts }));
  expect(isPassing(conclusion)).toBe(false);
});
