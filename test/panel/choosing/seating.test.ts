import { describe, expect, test } from "vitest";
import { mostSeats } from "../../../src/domain/known-names.ts";
import { builtInPersonas } from "../../../src/panel/choosing/personas.ts";
import { fittingPersonas } from "../../../src/panel/choosing/seating.ts";
import { seatsFrom } from "../../../src/panel/vendors/seats.ts";
import { aFile } from "../../support/change-builder.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}\n`).join("");
const builtIn = await builtInPersonas();
const file = (path: string, count = 10) => aFile(path, "", lines(count));
const personas = (...files: ReturnType<typeof file>[]): string[] =>
  fittingPersonas(files, builtIn).map(({ persona }) => persona);

describe("a change calls for personas", () => {
  test.each([
    ["Dockerfile", "infrastructure"],
    ["deploy/main.tf", "infrastructure"],
    [".github/workflows/ci.yml", "infrastructure"],
    ["charts/app/values.yaml", "infrastructure"],
    ["ios/App/View.swift", "mobile"],
    ["lib/home.dart", "mobile"],
    ["app/src/main/AndroidManifest.xml", "mobile"],
    ["app/src/main/res/layout/cart.xml", "mobile"],
    ["docker-compose.prod.yaml", "infrastructure"],
    ["db/migrations/0001_users.py", "data"],
    ["reports/sales.sql", "data"],
    ["api/v1.proto", "api"],
    ["docs/openapi.yaml", "api"],
    ["src/cart.test.ts", "tests"],
    ["docs/guide.md", "documenter"],
    ["k8s/app.yaml", "kubernetes"],
    ["charts/app/templates/web.yaml", "kubernetes"],
    ["Makefile", "devops"],
    ["db/functions/total.sql", "dba"],
    ["reports/churn.ipynb", "data-scientist"],
    ["training/train_model.py", "ml-engineer"],
    ["src/alloc.c", "systems-engineer"],
    ["firmware/main.ino", "embedded"],
    ["src/auth/reset.ts", "pentester"],
    ["src/middleware/roles.ts", "threat-modeler"],
    ["templates/form.html", "accessibility"],
    ["app/locales/tr.json", "i18n"],
    ["src/consent/banner.ts", "privacy"],
    ["src/payments/charge.ts", "payments"],
    ["package.json", "supply-chain"],
    ["prometheus/rules.yml", "observability"],
    ["src/cart.tsx", "frontend"],
    ["cypress/login.cy.ts", "tester"],
    ["src/connectors/crm.ts", "researcher"],
    ["src/pricing/table.ts", "analyst"],
    ["examples/hello.go", "coder"],
    ["src/jobs/nightly.ts", "concurrency"],
    ["src/retry.ts", "error-handling"],
    ["src/cache.ts", "performance"],
  ])("%s: %s", (path, persona) => {
    expect(personas(file(path))).toContain(persona);
  });

  test.each(["src/repository.txt", "src/handlers/click.ts", "app.json"])("%s: none", (path) => {
    expect(personas(file(path))).toEqual([]);
  });

  test("none for ordinary code, and none for a small part of it", () => {
    expect(personas(file("src/a.ts"))).toEqual([]);
    expect(personas(file("composer.yml"))).toEqual([]);
    expect(personas(file("src/a.ts", 31), file("Dockerfile", 10))).toEqual([]);
    expect(personas(file("src/a.ts", 30), file("Dockerfile", 10))).toEqual(["infrastructure"]);
    expect(personas(file("src/a.ts", 30), file("src/a.test.ts", 29))).toEqual([]);
  });

  test("the shape of the whole change calls for some, after those of its files", () => {
    const wide = Array.from({ length: 8 }, (_, at) => file(`src/${at}/a.ts`));
    expect(personas(...wide)).toEqual(["architect"]);
    expect(personas(...wide.slice(1))).toEqual([]);
    expect(personas(...wide, file("a.sql", 30))).toEqual(["data", "architect"]);
    expect(personas(file("src/a.ts", 601))).toEqual(["reviewer"]);
    expect(personas(file("src/a.ts", 600))).toEqual([]);
    expect(personas(aFile("src/a.ts", lines(30), "x\n"))).toEqual(["code-reviewer"]);
    expect(personas(aFile("src/a.ts", lines(29), "x\n"))).toEqual([]);
    expect(fittingPersonas(wide, builtIn)[0]?.why).toBe("the change touches files in 8 folders or more");
  });

  test("the repository's own persona goes before an equal one that comes with the program", () => {
    const own = { name: "ledger", fits: ["**/*.sql"] };
    expect(fittingPersonas([file("a.sql")], [own, ...builtIn]).map(({ persona }) => persona)).toEqual([
      "ledger",
      "data",
    ]);
  });

  test("one that fits every change comes first, as long as seats are left, and also where nothing is changed", () => {
    const own = { name: "ledger", fits: ["src/ledger/**", "every change"] };
    const found = fittingPersonas([file("a.sql", 500)], [...builtIn, own]);
    expect(found.map(({ persona }) => persona)).toEqual(["ledger", "data"]);
    expect(found[0]?.why).toBe("it fits every change");
    expect(fittingPersonas([file("src/ledger/post.ts", 500)], [own]).map(({ why }) => why)).toEqual([
      "it fits every change",
    ]);
    expect(fittingPersonas([], [...builtIn, own]).map(({ persona }) => persona)).toEqual(["ledger"]);
  });

  test("files that a question names call for personas too, before those of the change, but never by their number", () => {
    const named = ["db/schema.sql", "k8s/app.yaml", ...Array.from({ length: 8 }, (_, at) => `src/${at}/a.sql`)];
    expect(fittingPersonas([file("Dockerfile", 90)], builtIn, named)).toEqual([
      { persona: "data", why: 'the question names "db/schema.sql" and 8 more files' },
      { persona: "infrastructure", why: 'the change touches "Dockerfile"' },
    ]);
    const both = fittingPersonas([file("a.sql")], builtIn, ["b.sql"]);
    expect(both.map(({ persona, why }) => [persona, why])).toEqual([["data", 'the question names "b.sql"']]);
  });

  test("the one with most changed lines comes first, and the reason names its largest file", () => {
    const found = fittingPersonas([file("a.sql", 20), file("b.sql", 30), file("Dockerfile", 40)], builtIn);
    expect(found).toEqual([
      { persona: "data", why: 'the change touches "b.sql" and 1 more file' },
      { persona: "infrastructure", why: 'the change touches "Dockerfile"' },
    ]);
  });
});

describe("seats", () => {
  const env = { ANTHROPIC_API_KEY: "stand-in" };
  const fitting = [
    { persona: "data", why: "the change touches a.sql" },
    { persona: "api", why: "the change touches b.proto" },
  ];
  const seated = (list: string | null) => {
    const listed = list === null ? env : { ...env, PR_DEBATE_SEATS: list };
    const { seats, notes } = seatsFrom({ env: listed, settingsSeats: null, detect: () => false, fitting });
    return { personas: seats.map(({ persona }) => persona), notes };
  };

  test("the third seat of the default panel takes what the change calls for, and a note says why", () => {
    const { personas: taken, notes } = seated(null);
    expect(taken).toEqual(["correctness", "security", "data"]);
    expect(notes).toContain("Seat claude-3 has the persona data: the change touches a.sql.");
  });

  test.each([
    ["a", "correctness"],
    ["a b", "correctness security"],
    ["a b c d e f", "correctness security data api error-handling architect"],
    ["a b c@mobile d", "correctness security mobile data"],
    ["a b c@data d", "correctness security data api"],
    ["a@data b c", "data correctness security"],
    ["a@security b c", "security correctness data"],
    ["a@api b@tests c@data", "api tests data"],
  ])("a seat keeps the persona that it names, and the others take the first free ones: %s", (list, taken) => {
    expect(seated(listOf(list)).personas.join(" ")).toBe(taken);
  });

  test("no note is about a seat that names its persona", () => {
    expect(seated(listOf("a b c@data")).notes.join(" ")).not.toContain("has the persona");
  });

  test("without a change the seats have different personas too, and none that another seat names", () => {
    const env = { ANTHROPIC_API_KEY: "stand-in", PR_DEBATE_SEATS: listOf("a@security b c d e") };
    const { seats } = seatsFrom({ env, settingsSeats: null, detect: () => false });
    expect(seats.map(({ persona }) => persona).join(" ")).toBe("security correctness error-handling architect tests");
  });

  test("the largest panel has as many personas as seats", () => {
    const names = Array.from({ length: mostSeats }, (_, at) => `s${at}`).join(" ");
    const env = { ANTHROPIC_API_KEY: "stand-in", PR_DEBATE_SEATS: listOf(names) };
    const { seats } = seatsFrom({ env, settingsSeats: null, detect: () => false });
    expect(new Set(seats.map(({ persona }) => persona)).size).toBe(mostSeats);
  });
});

/** `a b@data`: the list for PR_DEBATE_SEATS. */
function listOf(seats: string): string {
  const entries = seats.split(" ").map((seat) => seat.split("@"));
  return entries.map(([name, ...persona]) => [`${name}=anthropic:m`, ...persona].join("@")).join(",");
}
