import { expect, test } from "vitest";
import { isPassing } from "../../src/review/verdict/conclusion.ts";
import { aFile } from "../support/change-builder.ts";
import { code, earlier, sit, text } from "../support/debate-table.ts";
import { panelOf } from "../support/scripted-agent.ts";

test.each([
  ["blanks in the brackets", "step20( input );"],
  ["no semicolon", "step20(input)"],
])("an open P0 is not fixed by a formatter that adds %s", async (_, formatted) => {
  const open = earlier(20, { severity: "P0", category: "data-loss", title: "Deletes rows of other users" });
  const files = [aFile("src/a.ts", null, text().replace(code(20), formatted))];
  const { conclusion } = await sit(panelOf(3), { previous: [open], files });
  expect(isPassing(conclusion)).toBe(false);
});
