import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grammar, readCommand } from "../../src/domain/github/command.ts";

const id = "1a2b3c4d";
const other = "5e6f7a8b";
const sha = "0123456789abcdef0123456789abcdef01234567";

describe("H34 the grammar of commands is exact", () => {
  test.each<[string, object]>([
    ["/debate review", { kind: "review", isFull: false }],
    ["/debate review full", { kind: "review", isFull: true }],
    ["/debate review what about it?", { kind: "review", isFull: false, focus: "what about it?" }],
    ["/debate review\n\nPlease.", { kind: "review", isFull: false }],
    ["/debate review\r\nPlease.", { kind: "review", isFull: false }],
    ["/debate review \t", { kind: "review", isFull: false }],
    ["/debate plan how?", { kind: "plan", question: "how?" }],
    [`/debate explain ${id}`, { kind: "explain", finding: id }],
    [`/debate reopen ${id}`, { kind: "reopen", finding: id }],
    [`/debate dismiss ${id} wont-fix`, { kind: "dismiss", finding: id, as: "wont-fix", of: null, why: "" }],
    [
      `/debate dismiss ${id} false-positive it is  a test`,
      { kind: "dismiss", finding: id, as: "false-positive", of: null, why: "it is  a test" },
    ],
    [
      `/debate dismiss ${id} duplicate-of:${other} same`,
      { kind: "dismiss", finding: id, as: "duplicate", of: other, why: "same" },
    ],
    [`/debate override ${sha} we know`, { kind: "override", head: sha, why: "we know" }],
    ["/debate pause", { kind: "pause" }],
    ["/debate resume", { kind: "resume" }],
    ["/debate status", { kind: "status" }],
    ["/debate help", { kind: "help" }],
  ])("%j is a command", (body, command) => {
    expect(readCommand(body)).toEqual(command);
  });

  test.each([
    "",
    "/debate",
    "/debate ",
    "/debate planx",
    "/debate constructor",
    " /debate review",
    "\t/debate review",
    "    /debate review",
    "/debate  review",
    "/debate\treview",
    "/debate review; rm -rf",
    "/debate review\u200b",
    "/debate\u00a0review",
    "/debate\u2003review",
    "\u200b/debate review",
    "\ufeff/debate review",
    "/deb\u00adate review",
    "/Debate review",
    "/debate Review",
    "/dеbate review",
    "> /debate review",
    ">/debate review",
    "- /debate review",
    "```\n/debate review\n```",
    "~~~\n/debate review",
    "`/debate review`",
    "<!-- /debate review -->",
    "<!--\n/debate review\n-->",
    "Hi\n/debate review",
    "\n/debate review",
  ])("%j is not a command", (body) => {
    expect(readCommand(body)).toBeNull();
  });

  test.each([
    ["/debate review please", /full/, "please"],
    ["/debate review full now", /full/, "full now"],
    ["/debate status all", /nothing/, "all"],
    ["/debate plan", /question/, ""],
    ["/debate plan \u200b\u200b", /question/, "\u200b\u200b"],
    ["/debate explain", /8 hex digits/, ""],
    ["/debate explain 1A2B3C4D", /8 hex digits, in lower case$/, "1A2B3C4D"],
    ["/debate explain 1A2B3C4X", /8 hex digits$/, "1A2B3C4X"],
    [`/debate explain  ${id}`, /one space between words/, null],
    [`/debate explain ${id}  ${other}`, /8 hex digits$/, `${id}  ${other}`],
    ["/debate review FULL", /or `full`, in lower case$/, "FULL"],
    ["/debate review ful", /or `full`$/, "ful"],
    ["/debate status  all", /nothing$/, " all"],
    [`/debate dismiss  ${id} wont-fix`, /one space between words/, null],
    ["/debate dismiss 1A2B3C4D", /8 hex digits, in lower case$/, "1A2B3C4D"],
    [`/debate dismiss ${id} WONT-FIX`, /ID`, in lower case$/, "WONT-FIX"],
    [`/debate dismiss ${id} duplicate-of:5E6F7A8B`, /8 hex digits, in lower case$/, "5E6F7A8B"],
    [`/debate explain ${id} `.trimEnd().concat("x"), /8 hex digits/, `${id}x`],
    [`/debate explain ${id} ${other}`, /8 hex digits/, `${id} ${other}`],
    [`/debate explain ${"a".repeat(60_000)}`, /8 hex digits/, "a".repeat(60_000)],
    [`/debate dismiss ${id}`, /kind/, ""],
    [`/debate dismiss ${id} nonsense`, /kind/, "nonsense"],
    [`/debate dismiss ${id}  false-positive`, /one space between words/, null],
    [`/debate dismiss ${id} false-positive\u200b`, /kind/, "false-positive\u200b"],
    [`/debate dismiss ${id} duplicate-of:`, /8 hex digits/, ""],
    [`/debate dismiss ${id} duplicate-of:xyz`, /8 hex digits/, "xyz"],
    ["/debate dismiss abc wont-fix", /8 hex digits/, "abc"],
    [`/debate override ${sha.slice(0, 12)} why`, /full sha/, sha.slice(0, 12)],
    [`/debate override ${sha.toUpperCase()} why`, /full sha.*in lower case$/, sha.toUpperCase()],
    [`/debate override  ${sha} why`, /one space between words/, null],
    [`/debate override ${sha} ${"x".repeat(501)}`, /reason/, "…"],
    [`/debate plan ${"x".repeat(3_501)}`, /question/, "…"],
    [`/debate override ${sha}`, /reason/, ""],
    [`/debate override ${sha} \u200b\u2060`, /reason/, "\u200b\u2060"],
  ])("%j teaches", (body, problem, value) => {
    const read = readCommand(body);
    expect(read).toMatchObject({ kind: "malformed", value });
    expect(read).toHaveProperty("problem", expect.stringMatching(problem));
    expect(read).toHaveProperty("form", expect.stringMatching(/^\/debate /));
  });

  test("a reason of 60 kB is cut, between words", () => {
    const read = readCommand(`/debate override ${sha} we${" 😀".repeat(15_000)}`);
    expect(read).toHaveProperty("why", `we${" 😀".repeat(165)} …`);
  });

  test.each<[string, number, "why" | "question"]>([
    [`/debate dismiss ${id} wont-fix `, 500, "why"],
    [`/debate override ${sha} `, 500, "why"],
    ["/debate plan ", 3_500, "question"],
  ])("%s: of a token over the limit no part stays", (command, limit, field) => {
    const token = ["gh", "p_4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z"].join("");
    for (const inside of [2, 10, 30]) {
      const read = readCommand(`${command}${"a".repeat(limit - inside - 1)} ${token} more`);
      expect(read).toHaveProperty(field, `${"a".repeat(limit - inside - 1)} …`.slice(0, limit));
    }
  });

  test("any text at all is a command only if it starts as one, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        expect(readCommand(text) === null || text.startsWith("/debate ")).toBe(true);
      }),
    );
  });

  test("any text before a command makes it an ordinary comment", () => {
    const before = fc.string({ unit: "binary", minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(before, fc.constantFrom(...Object.keys(grammar)), (text, word) => {
        const given = `${text}/debate ${word}`;
        fc.pre(!given.startsWith("/debate "));
        expect(readCommand(given)).toBeNull();
      }),
    );
  });

  test.each(["\u2028", "\u2029 x", "1a2b3c4d\u2028"])("a line separator of Unicode in %j is answered", (given) => {
    expect(readCommand(`/debate explain ${given}`)?.kind).toBe("malformed");
  });

  test("only 8 lower hex digits are an id, only the first line counts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 12 }), fc.string({ unit: "binary" }), (given, rest) => {
        const line = given.split(/[\r\n]/)[0]?.replace(/[ \t]+$/, "") ?? "";
        const read = readCommand(`/debate explain ${given}\n${rest}`);
        expect(read?.kind).toBe(/^[0-9a-f]{8}$/.test(line) ? "explain" : "malformed");
      }),
    );
  });
});

test("a long question to the panel is cut, and shows that it is", () => {
  const command = readCommand(`/debate review ${"long ".repeat(400)}`);
  const focus = command?.kind === "review" ? (command.focus ?? "") : "";
  expect(focus.length).toBeLessThanOrEqual(1_000);
  expect(focus).toMatch(/^long long .* …$/);
});
