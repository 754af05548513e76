import { anchorIn } from "../src/code/anchor/anchor.ts";
import { parseGitDiff } from "../src/code/diff/parse.ts";
import type { Change } from "../src/domain/change.ts";
import { median } from "./measure.ts";

const sizes = { files: 200, changedLines: 100, findings: 10_000 } as const;
const repetitions = 7;

/** Milliseconds to anchor 10,000 findings in a change of 200 files with 100 changed lines each; every fifth quotes code that is nowhere. */
export function benchAnchor(): { milliseconds: number; anchored: number } {
  const change = aChange();
  const quotes = quotesOf(change);
  let anchored = 0;
  const milliseconds = Array.from({ length: repetitions }, () => {
    const start = performance.now();
    // A new index each time: a review builds it once.
    const anchor = anchorIn(change);
    anchored = quotes.filter((quote) => "place" in anchor(quote)).length;
    return performance.now() - start;
  });
  return { milliseconds: median(milliseconds), anchored };
}

function aChange(): Change {
  const revision = { ref: "bench", sha: "" };
  const { files } = parseGitDiff(Array.from({ length: sizes.files }, (_, index) => diffOf(index)).join(""));
  const whole = files.map((file) => ({ ...file, headText: headOf(Number(/\d+/.exec(file.path)?.[0])) }));
  return { repo: null, number: null, base: revision, head: revision, mergeBase: null, files: whole };
}

/** A file of 400 lines; four hunks with 25 changed lines each. */
function headOf(file: number): string {
  return `${Array.from({ length: 400 }, (_, index) => line(file, index + 1)).join("\n")}\n`;
}

function line(file: number, number: number): string {
  return number % 20 === 0
    ? "}"
    : `  const value${number} = await read(source${file}, options.${number % 7}, ${number});`;
}

function diffOf(file: number): string {
  const path = `src/module-${file}.ts`;
  const hunks = [40, 140, 240, 340].map((start) => {
    const numbers = Array.from({ length: 25 }, (_, index) => start + index);
    const removed = numbers.map((number) => `-  const old${number} = read(source${file}, ${number});\n`);
    const added = numbers.map((number) => `+${line(file, number)}\n`);
    return `@@ -${start},25 +${start},25 @@ function part${start}()\n${removed.join("")}${added.join("")}`;
  });
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join("")}`;
}

function quotesOf(change: Change): { path: string; quote: string; line: number }[] {
  return Array.from({ length: sizes.findings }, (_, index) => {
    const file = change.files[index % change.files.length];
    const lines = file?.headText?.split("\n") ?? [];
    const at = (index * 7) % 395;
    const quote = index % 5 === 0 ? `nowhere(${index});` : lines.slice(at, at + 1 + (index % 3)).join("\n");
    return { path: file?.path ?? "", quote, line: at + 1 };
  });
}
