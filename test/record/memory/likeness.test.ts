import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/domain/finding.ts";
import { likeness, repeats } from "../../../src/record/memory/likeness.ts";
import { recall, repeatedItem } from "../../../src/record/memory/recall.ts";
import { anItem, memoryOf } from "../../support/memory.ts";
import { processorSeconds } from "../../support/processor-time.ts";
import { aFinding, idOf } from "../../support/review-builder.ts";

const item = anItem();
const claim = (title: string, detail = "") => ({ title, detail });

describe("how alike an item and a claim are", () => {
  // Item: title {connection, pool, clos}; with its reason {connection, pool, clos, proces, end}.
  test.each([
    // {connection, pool, leak, run}: 2 · 2 / (3 + 4).
    ["the same subject in other words", claim("Connection pool leak in run()"), 4 / 7],
    // The words that turn a claim, never and twice, do not count here.
    ["the same subject and another claim", claim("The connection pool is closed twice"), 1],
    // The title shares 3 words, 2 · 3 / (3 + 5); the texts share all: 2 · 5 / (5 + 5).
    ["a longer title", claim("The connection pool is never closed when the process ends"), 1],
    // Titles share no word. Texts: {retry, end, loop, limit, attempt} shares `end`: 2 · 1 / (5 + 5).
    ["another subject", claim("Retries never end", "The loop has no limit of attempts."), 0.2],
    ["no word", claim("…", ""), 0],
  ])("%s", (_name, made, expected) => {
    expect(likeness(item, made)).toBeCloseTo(expected, 10);
  });
});

describe("a claim repeats an item", () => {
  test.each([
    ["the same words", claim("The connection pool is never closed")],
    ["other forms of the words", claim("Connection pools are not closed")],
    ["a contraction", claim("The connection pool isn't closed")],
    ["another order and another negation", claim("Missing close of the connection pool")],
    [
      "more words, which the reason of the item has",
      claim("The connection pool is never closed when the process ends"),
    ],
    ["fewer words, and the detail has the rest", claim("The pool is never closed", "Each connection stays open.")],
  ])("with %s", (_name, made) => {
    expect(repeats(item, made)).toBe(true);
  });

  test.each([
    ["says the opposite", claim("The connection pool is closed")],
    ["says how often", claim("The connection pool is closed twice")],
    ["says how often, and both texts say the rest", claim("The connection pool is closed twice", "It is never open.")],
    ["says when", claim("The connection pool is never closed after an error")],
    ["is about another thing", claim("The connection socket is never closed", "The pool is fine.")],
    ["is wider", claim("The pool is never closed", "It leaks.")],
    ["is narrower", claim("The connection pool is never closed on the error path")],
    ["is a rewording", claim("Connection pool leak in run()")],
  ])("not if it %s", (_name, made) => {
    expect(repeats(item, made)).toBe(false);
  });

  test.each([
    ["changes the places of words", "Cache is read before it is written", "Cache is written before it is read"],
    ["changes giver and taker", "Client sends the token to the server", "Server sends the token to the client"],
    ["changes numbers", "Discount of 10 % applies to 20 items", "Discount of 20 % applies to 10 items"],
    ["has another sign", "parse() returns -1 for empty input", "parse() returns 1 for empty input"],
    ["has another operator", "Condition a && b skips the retry", "Condition a || b skips the retry"],
    ["has another comparison", "Loop with i <= length overruns", "Loop with i < length overruns"],
    ["names another variable", "Loop variable i is never reset", "Loop variable a is never reset"],
    ["has one negation less", "Pool is never closed without an error", "Pool is closed without an error"],
    ["negates with non", "Value is null in the config", "Value is non-null in the config"],
    ["has another side of a limit", "Price can be under zero in the cart", "Price can be over zero in the cart"],
  ])("not if it %s", (_name, title, claimed) => {
    const words = "Non-null values are possible here.";
    const remembered = anItem({ title, reason: words });
    expect(repeats(remembered, claim(title))).toBe(true);
    expect(repeats(remembered, claim(claimed, words))).toBe(false);
  });

  test("letters of any script are no operators", () => {
    const remembered = anItem({ title: "Запрос кэша устарел", reason: "Ответ хранится минуту." });
    expect(repeats(remembered, claim("Запрос кэша устарел минуту"))).toBe(true);
  });

  test("not if a word that changes its meaning is only in the longer text of the item", () => {
    const twice = anItem({ reason: "Closing it twice would throw." });
    expect(repeats(twice, claim("The connection pool is never closed twice"))).toBe(false);
  });

  test("not if the title says too little to name one claim", () => {
    expect(repeats(anItem({ title: "Missing check" }), claim("Missing check"))).toBe(false);
    expect(repeats(anItem({ title: "Never too early" }), claim("Never too early"))).toBe(false);
  });
});

describe("what else is on the ballot changes nothing", () => {
  const found = (title: string, more: Partial<Finding> = {}): Finding =>
    aFinding({ severity: "P1", category: "resource", title, detail: "", path: "src/db.js", ...more });
  const others = (count: number): Finding[] =>
    Array.from({ length: count }, (_, index) =>
      found(`Loop ${index} reads file ${index} before write ${index}`, {
        id: idOf(`other ${index}`),
        severity: "P2",
        path: `lib/${index}.js`,
      }),
    );

  test.each([0, 3, 10])("with %i other findings", (count) => {
    const related = (title: string) => {
      const one = found(title);
      return recall(memoryOf(item), [one, ...others(count)]).get(one.id);
    };
    expect(related("The connection pool is closed twice")).toMatchObject([{ likeness: 1, decides: false }]);
    expect(related("Connection pool leak in run()")).toMatchObject([{ likeness: 4 / 7, decides: false }]);
    expect(related("Connection pool is never closed")).toMatchObject([{ likeness: 1, decides: true }]);
  });
});

test("a full memory and a hundred long findings are compared in seconds: a model cannot hold the review with words", async () => {
  const words = (count: number, longest: number): string =>
    Array.from({ length: count }, (_, index) => `w${index}ing`)
      .join(" ")
      .slice(0, longest);
  const [title, reason, detail] = [words(30, 190), words(150, 1_000), words(600, 4_000)];
  const items = Array.from({ length: 200 }, (_, index) =>
    anItem({ id: `item-${index}`, title: `${title} ${index}`, reason }),
  );
  const findings = Array.from({ length: 100 }, (_, index) =>
    aFinding({ id: idOf(`long ${index}`), title: `${title} x${index}`, detail, path: "src/db.js" }),
  );
  const seconds = await processorSeconds(() => {
    recall(memoryOf(...items), findings);
    for (const finding of findings) repeatedItem(items, finding);
  });
  // About 2; it was more than 60 when each pair was read anew.
  expect(seconds).toBeLessThan(15);
});
