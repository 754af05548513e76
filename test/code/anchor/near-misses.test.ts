import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { anchorIn } from "../../../src/code/anchor/anchor.ts";
import { aChange, aFile } from "../../support/change-builder.ts";
import { formsOfQuote, quotedText } from "../../support/code-forms.ts";

const source = `import { createHash } from "node:crypto";
import type { Order, Price } from "./order.ts";

const limits = { orders: 250, retries: 3, timeout: 30_000, ports: [8080, 8443] };
export async function chargeOrder(order: Order, prices: ReadonlyMap<string, Price>): Promise<number> {
  const lines = order.lines.filter((line) => line.count > 0 && !line.isCancelled);
  if (lines.length === 0 || order.customer === null) {
    throw new Error("an order needs a customer and at least one line");
  }
  let total = 0;
  for (const { sku, count } of lines) {
    const price = prices.get(sku);
    if (price === undefined) continue;
    total += price.amount * count - (price.rebate ?? 0);
  }
  const digest = createHash("sha256").update(order.id + ":" + total).digest("hex");
  await gateway.charge({ id: order.id, amount: total, currency: "EUR", digest });
  log.info("charged", { order: order.id, total, attempt: order.attempt + 1 });
  return total > limits.orders ? applyDiscount(total, 0.05) : total;
}

export const isOverdue = (order: Order, now: Date): boolean => order.dueAt < now && order.paidAt === null;
server.listen(8080, "127.0.0.1", () => console.log("listening on 127.0.0.1:8080"));
rm -rf build/cache && cp -r dist/assets public/assets
RUN apt-get install -y curl=7.88.1-10 ca-certificates
SELECT id, amount FROM orders WHERE customer_id = $1 AND paid_at IS NULL ORDER BY due_at
8081: forward to the second gateway of the shop
1. Install the packages before the first deployment
`;
const lines = source.split("\n").filter((line) => line.trim().length > 12);
const change = aChange(
  aFile("src/charge.ts", null, source),
  aFile("src/quotes.groovy", quotedText.base, quotedText.head),
);
const anchor = anchorIn(change);

/** Numbers that depend on the seed alone. */
function drawsFrom(seed: string): (below: number) => number {
  let counter = 0;
  return (below) => createHash("sha256").update(`${seed} ${counter++}`).digest().readUInt32BE(0) % below;
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const changed = (character: string, draw: (below: number) => number): string => {
  const from = /\d/.test(character) ? "0123456789" : letters;
  const others = [...from].filter((one) => one !== character.toLowerCase());
  return others[draw(others.length)] ?? "";
};

type NearMiss = (line: string, next: string, draw: (below: number) => number) => string;
const wordsIn = (line: string) => [...line.matchAll(/[\p{L}\p{N}_$]+/gu)];
const replaced = (line: string, at: number, length: number, text: string) =>
  line.slice(0, at) + text + line.slice(at + length);

const nearMisses: Readonly<Record<string, NearMiss>> = {
  "two words swapped": (line, _, draw) => {
    const words = wordsIn(line);
    const first = draw(Math.max(1, words.length - 1));
    const second = first + 1 + draw(Math.max(1, words.length - first - 1));
    const [one, other] = [words[first], words[second]];
    if (one === undefined || other === undefined) return line;
    return replaced(replaced(line, other.index, other[0].length, one[0]), one.index, one[0].length, other[0]);
  },
  "a letter or digit changed": (line, _, draw) => {
    const places = [...line.matchAll(/[\p{L}\p{N}]/gu)];
    const place = places[draw(places.length)];
    return place === undefined ? line : replaced(line, place.index, 1, changed(place[0], draw));
  },
  "a sign changed": (line, _, draw) => {
    const inside = [...line.matchAll(/(?<=\S.*)[<>=!&|+*/?%^](?=.*\S)/g)];
    const place = inside[draw(Math.max(1, inside.length))];
    const others = [..."<>=!&|+*/?%^"].filter((sign) => sign !== place?.[0]);
    return place === undefined ? line : replaced(line, place.index, 1, others[draw(others.length)] ?? "");
  },
  "a letter dropped": (line, _, draw) => {
    const inside = [...line.matchAll(/(?<=[\p{L}\p{N}])[\p{L}\p{N}](?=[\p{L}\p{N}])/gu)];
    const place = inside[draw(Math.max(1, inside.length))];
    return place === undefined ? line : replaced(line, place.index, 1, "");
  },
  "a letter doubled": (line, _, draw) => {
    const inside = [...line.matchAll(/[\p{L}\p{N}]/gu)];
    const place = inside[draw(Math.max(1, inside.length))];
    return place === undefined ? line : replaced(line, place.index, 1, place[0].repeat(2));
  },
  "a word dropped": (line, _, draw) => {
    const words = wordsIn(line).slice(1, -1);
    const word = words[draw(Math.max(1, words.length))];
    return word === undefined ? line : replaced(line, word.index, word[0].length, "");
  },
  "a word added": (line, _, draw) => {
    const words = wordsIn(line).slice(1);
    const word = words[draw(Math.max(1, words.length))];
    return word === undefined ? line : replaced(line, word.index, 0, "never ");
  },
  "two words joined": (line, _, draw) => {
    const gaps = [...line.matchAll(/(?<=[\p{L}\p{N}]) (?=[\p{L}\p{N}])/gu)];
    const gap = gaps[draw(Math.max(1, gaps.length))];
    return gap === undefined ? line : replaced(line, gap.index, 1, "");
  },
  "two lines joined": (line, next) => `${line.trim()} ${next.trim()}`,
  "two lines in the other order": (line, next) => `${next}\n${line}`,
};

/** The words and signs of each line, without one `;` or `,` at its end: equal only for code that a compiler takes for the same. */
const tokensOf = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      (
        line
          .trim()
          .replace(/[;,]$/, "")
          .match(/[\p{L}\p{N}_$]+|\S/gu) ?? []
      ).join(" "),
    )
    .filter((line) => line !== "")
    .join("\n");
const isReal = (quote: string): boolean => tokensOf(source).includes(tokensOf(quote));

/** As models dress their quotes: no form makes an invented quote true. */
const dresses: readonly ((quote: string) => string)[] = [
  (quote) => quote,
  (quote) => `\`\`\`\n${quote}\n\`\`\``,
  (quote) => quote.replace(/^/gm, "+ "),
  (quote) =>
    quote
      .split("\n")
      .map((line, index) => `${index + 12} | ${line}`)
      .join("\n"),
  (quote) => quote.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  (quote) => JSON.stringify(quote).slice(1, -1),
  (quote) => quote.replace(/(?<=[(,=]) ?/g, "  "),
  (quote) => `${quote};`,
];

test("of two thousand near misses of real code none has a place, in whatever form it comes", () => {
  const tried = new Map<string, number>();
  const passed: string[] = [];
  const kinds = Object.entries(nearMisses);
  for (let number = 0, count = 0; count < 2_000 && number < 20_000; number++) {
    const draw = drawsFrom(`near miss ${number}`);
    const [name, change] = kinds[number % kinds.length] ?? ["", (line: string) => line];
    const at = draw(lines.length - 1);
    const bare = change(lines[at] ?? "", lines[at + 1] ?? "", draw);
    if (isReal(bare)) continue;
    count++;
    tried.set(name, (tried.get(name) ?? 0) + 1);
    const quote = (dresses[draw(dresses.length)] ?? String)(bare);
    const line = draw(3) === 0 ? {} : { line: draw(30) + 1 };
    const found = anchor({ path: "src/charge.ts", quote, ...line });
    if ("place" in found) passed.push(`${name}: ${quote}`);
  }
  expect(passed).toEqual([]);
  expect([...tried.values()].reduce((sum, one) => sum + one, 0)).toBe(2_000);
  for (const [name] of kinds) expect([name, (tried.get(name) ?? 0) > 50]).toEqual([name, true]);
});

test("nor has a changed letter of any quote of the table of forms", () => {
  const passed = formsOfQuote.flatMap(({ code, quote, off }, index) => {
    const inside = [...code.matchAll(/[\p{L}\p{N}*]/gu)];
    const places = inside.map(({ 0: one, index: at }) =>
      replaced(code, at, 1, changed(one, drawsFrom(`${index} ${at}`))),
    );
    return places
      .filter((one) => !quotedText.head.split("\n").some((line) => line.trim() === one.trim()) && one !== quote)
      .filter((one) => {
        const line = off === undefined ? {} : { line: (quotedText.starts[index] ?? 0) + off };
        return "place" in anchor({ path: "src/quotes.groovy", quote: `${one};`, ...line });
      });
  });
  expect(passed).toEqual([]);
});
