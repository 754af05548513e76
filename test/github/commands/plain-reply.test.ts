import { expect, test } from "vitest";
import { isPlainReply } from "../../../src/github/commands/answering.ts";

test.each([
  ["/debate", false],
  ["/debate explain this", false],
  ["/Debate explain this", false],
  ["/DEBATE\nstatus", false],
  ["/debate: no", false],
  ["/debated before: see the docs", true],
  ["/debate_club", true],
  ["/débate", true],
  ["/debatę", true],
  [" /debate status", true],
  ["No.\n/debate status", true],
  ["> /debate status", true],
  [`<!-- pr-debate v1 kind=hearing id=00000000 head=${"0".repeat(40)} attempt=1 -->\n\nNo.`, false],
])("H34 %j argues: %s", (body, isPlain) => {
  expect(isPlainReply(body)).toBe(isPlain);
});
