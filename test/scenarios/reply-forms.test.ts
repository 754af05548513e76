import { expect, test } from "vitest";
import { closeAfterEach } from "../support/closing.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { p0, replyForms } from "../support/reply-forms.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";
import { base } from "./samples.ts";

let scenario: Scenario;
let models: ModelServer;
closeAfterEach(() => ({ scenario, models }));

const text = `export function remove(id) {\n  log(id);\n  ${p0.quote}\n  for (;;) {}\n}\n`;

test.each(replyForms.map(([name, answer]) => [name, answer] as const))(
  "a P0 in a reply %s blocks in the Action",
  async (_name, answer) => {
    models = await startModelServer(({ stage, seat, items }) => {
      if (stage === "propose") return seat === "one" ? answer : { findings: [] };
      if (stage !== "ballot") return {};
      return {
        votes: items.map(({ id }) => ({ id, verdict: "agree", reason: "It is so.", evidence: [] })),
        missed: [],
      };
    });
    scenario = await startScenario({ base, head: { ...base, [p0.path]: text } });
    const { code, outputs } = await scenario.run({ models });
    expect({ code, p0: outputs["p0"] }).toEqual({ code: 1, p0: "1" });
  },
);
