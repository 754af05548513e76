import { describe, expect, test } from "vitest";
import { categories } from "../../../src/domain/severity.ts";
import { promptFiles } from "../../../src/panel/choosing/assets.ts";
import { promptsFrom } from "../../../src/panel/prompts/prompts.ts";
import { requestNames } from "../../../src/panel/stages/index.ts";
import { prompts } from "../../support/prompts.ts";

const files = await promptFiles();

describe("the prompt files", () => {
  test("at least 28 personas; a seat reads the role, focus, directives and tone of its own", () => {
    expect(prompts.personas.size).toBeGreaterThanOrEqual(28);
    for (const [name, text] of prompts.personas) {
      expect(
        [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title),
        name,
      ).toEqual(["Role", "Focus", "Directives", "Tone"]);
    }
  });

  test.each([
    [
      "propose",
      "{findings:[{severity,category,title,detail,path,line?,quote,failurePath?,fix?,suggestion?}],residualRisks:[string],openQuestions:[string]}",
    ],
    ["ballot", "{votes:[{id,verdict,severity?,reason,of?,evidence?:[{path,line?,quote}]}],missed:[finding]}"],
    ["refute", "{argument,concede:boolean,evidence:[{path,line?,quote}]}"],
    ["defend", "{argument,concede:boolean,evidence:[{path,line?,quote}]}"],
    ["judge", '{ruling:"upheld"|"refuted"|"undecided",severity?,reason,evidence:[{path,line?,quote}]}'],
    ["compose", "{summary,items:[{id,title,body}]}"],
    ["validate", '{items:[{id,verdict:"approve"|"reject",reason,evidence?}]}'],
    [
      "plan-open",
      "{summary,steps:[{phase,title,description,files:[string],dependencies:[string]}],risks:[string],openQuestions:[string],assumptions:[string]}",
    ],
    ["plan-rebut", '{votes:[{id,verdict:"agree"|"disagree"|"modify",reason,change?}],missing:[step]}'],
    ["plan-assume", "{premises:[string],concessions:[{id,reason}]}"],
    ["plan-close", "{position,concessions:[{id,reason}]}"],
    ["plan-compose", "{summary,steps:[{id,phase,title,description}],risks:[string],openQuestions:[string]}"],
    ["plan-validate", '{items:[{id,verdict:"approve"|"reject",reason,evidence?}]}'],
    [
      "jury",
      '{scores:{X:{clarity,consistency,strength,rebuttal,realism,synthesis},Y:{clarity,consistency,strength,rebuttal,realism,synthesis}},winner:"X"|"Y"|"tie",reason}',
    ],
    [
      "debate-open",
      "{position,claims:[{title,detail,confidence,evidence:[{path,line?,quote}]}],uncertainties:[string]}",
    ],
    ["debate-turn", "{position,argument,confidence,concessions:[{id,reason}],evidence:[{path,line?,quote}]}"],
    ["debate-vote", '{vote:"agree"|"disagree"|"abstain",confidence,reason}'],
    ["debate-judge", "{verdict,reasoning,confidence,dissent:[string]}"],
  ] as const)("%s states its reply", (stage, reply) => {
    expect(prompts.stages.get(stage)).toContain(`Reply with JSON only:\n${reply}\n`.trimEnd());
  });

  test("the system text names every category and severity", () => {
    const words = prompts.parts.system;
    for (const category of categories) expect(words).toMatch(new RegExp(`\\b${category}\\b`));
    for (const severity of ["P0", "P1", "P2"]) expect(words).toContain(`- ${severity}: `);
  });

  test("every finding needs a counterexample, at each severity", () => {
    expect(prompts.parts.system).toContain("Every finding needs a counterexample, at each severity");
    expect(prompts.stages.get("propose")).toContain("the boundary, and an input that crosses it");
    expect(prompts.stages.get("ballot")).toContain("counterexample");
  });

  test("voters are not asked for fixes", () => {
    expect(prompts.stages.get("ballot")).not.toMatch(/fix\?|suggestion/);
    expect(prompts.stages.get("propose")).toMatch(/fix\?,suggestion\?/);
  });

  test("no line is long, and none breaks off in white space", () => {
    for (const { name, text } of files) {
      for (const line of text.split("\n")) {
        expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(180);
        expect(line, name).toBe(line.trimEnd());
      }
    }
  });
});

describe("promptsFrom", () => {
  test.each(files.map(({ name }) => name))("misses %s", (missing) => {
    expect(() =>
      promptsFrom(
        files.filter(({ name }) => name !== missing),
        requestNames,
      ),
    ).toThrow(`${missing} is missing`);
  });

  test("an empty file is a missing one", () => {
    const emptied = files.map((file) => (file.name === "stages/judge.md" ? { ...file, text: " \n" } : file));
    expect(() => promptsFrom(emptied, requestNames)).toThrow("stages/judge.md is missing or empty");
  });

  test("a further persona file is a persona", () => {
    const { personas } = promptsFrom(
      [...files, { name: "personas/payments.md", text: "## Role\r\n\r\nMoney.\n" }],
      requestNames,
    );
    expect(personas.get("payments")).toBe("## Role\n\nMoney.");
  });

  test("a strategy without one of its sides is refused", () => {
    const broken = files.map((file) =>
      file.name === "strategies/socratic.md" ? { ...file, text: "## Skeptic\n\nAsk.\n" } : file,
    );
    expect(() => promptsFrom(broken, requestNames)).toThrow('strategies/socratic.md needs the section "## Advocate"');
  });
});
