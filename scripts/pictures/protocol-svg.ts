import { picture, type Span, textLine } from "./svg.ts";

interface Step {
  readonly x: number;
  readonly y: number;
  readonly name: string;
  readonly lines: readonly string[];
  readonly kind?: "box" | "out" | "good";
}

const boxWidth = 176;
const boxHeight = 82;

const steps: readonly Step[] = [
  { x: 12, y: 12, name: "1 Propose", lines: ["each seat alone, blind;", "each finding quotes code"] },
  { x: 212, y: 12, name: "2 Gate, merge", lines: ["does the quote exist?", "one finding per defect"] },
  { x: 412, y: 12, name: "3 Ballot", lines: ["others agree or dispute;", "a dispute cites code"] },
  { x: 612, y: 12, name: "4 Settle", lines: ["arithmetic, not a model,", "decides what is clear"] },
  { x: 612, y: 152, name: "5 Hearing", lines: ["skeptic, advocate, and a", "judge in both orders"] },
  { x: 412, y: 152, name: "6 Compose", lines: ["one seat words the rest,", "the others approve"] },
  { x: 212, y: 152, name: "7 Verdict", lines: ["a table, not a model:", "comments, check, exit"], kind: "good" },
  { x: 12, y: 152, name: "Eliminated", lines: ["kept in the report,", "with the reason"], kind: "out" },
];

const arrows = [
  "M188 53H208",
  "M388 53H408",
  "M588 53H608",
  "M700 94V148",
  "M608 193H592",
  "M408 193H392",
  // An accepted finding needs no hearing.
  "M640 94V123H500V148",
  // A finding without a quote, or a disproved one, leaves.
  "M300 94V123H100V148",
];

const labels: readonly (readonly [string, number, number])[] = [
  ["contested", 708, 118],
  ["accepted", 516, 116],
  ["no such code, or disproved", 116, 116],
];

/** The seven steps of a debate. */
export function protocolSvg(): string {
  const boxes = steps.flatMap(({ x, y, name, lines, kind = "box" }) => [
    `<rect class="${kind}" x="${x + 0.5}" y="${y + 0.5}" width="${boxWidth}" height="${boxHeight}" rx="8"/>`,
    textLine([{ text: name, kind: "title" }], x + 12, y + 26),
    ...lines.map((text, index) => textLine([small(text)], x + 12, y + 48 + 19 * index)),
  ]);
  return picture(800, 246, "The debate: propose, gate, ballot, settle, hearing, compose, verdict", [
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>',
    '<rect class="card" x="0.5" y="0.5" width="799" height="245" rx="8"/>',
    ...boxes,
    ...arrows.map((path) => `<path class="arrow" marker-end="url(#tip)" d="${path}"/>`),
    ...labels.map(([text, x, y]) => textLine([small(text)], x, y)),
  ]);
}

function small(text: string): Span {
  return { text, kind: "small" };
}
