import { expect, test } from "vitest";
import { progressLine } from "../../src/report/progress.ts";
import { leakOf, ownForms } from "../support/own-forms.ts";

const key = `gateway-${"Zk4w".repeat(7)}`;

test.each(ownForms(key).map((form, index) => [index, form] as const))(
  "H77 no line of progress holds a key of ours (%d)",
  (_, form) => {
    for (const event of [
      { type: "note", text: form },
      { type: "seat-failure", seat: "ada", provider: "openai", stage: "propose", reason: `it said ${form}` },
      { type: "finding-eliminated", severity: "P1", title: form, path: `src/${form}.ts`, because: form },
      { type: "hearing-end", ruling: "upheld", title: "x", because: form },
    ] as const) {
      const line = progressLine(event, [key]) ?? "";
      expect(line).toContain("[redacted secret]");
      expect(line).not.toMatch(leakOf(key));
    }
  },
);
