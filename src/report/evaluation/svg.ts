import type { Evaluation, System } from "../../review/evaluation/evaluation.ts";
import type { Measured } from "../../review/evaluation/figures.ts";
import { html, plain } from "../../text/text.ts";
import { number, systemName, titleOf } from "./facts.ts";

const nameWidth = 250;
const plotWidth = 190;
const gap = 44;
const rowHeight = 26;
const top = 74;
const figures = [
  { key: "precision", title: "Precision" },
  { key: "recall", title: "Recall" },
  { key: "f1", title: "F1" },
] as const;
const width = nameWidth + figures.length * (plotWidth + gap);
const colours = { panel: "#0b57d0", before: "#5f6368", seat: "#5f6368", single: "#b3541e" } as const;

/** A picture of precision, recall and F1: a row for each way to review, a dot for each figure and a line for its interval. */
export function svg(evaluation: Evaluation): string {
  const { systems } = evaluation;
  const height = top + systems.length * rowHeight + 34;
  const title = html(plain(titleOf(evaluation)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="13">`,
    `<title id="title">${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="28" font-size="16" font-weight="600" fill="#202124">${title}</text>`,
    ...figures.flatMap(({ title: name }, index) => axis(index, name, systems.length)),
    ...systems.flatMap(row),
    `<text x="16" y="${height - 12}" font-size="11" fill="#5f6368">Lines: 95 % intervals. Wrong includes real defects that the cases do not name.</text>`,
    "</svg>",
    "",
  ].join("\n");
}

function left(index: number): number {
  return nameWidth + index * (plotWidth + gap);
}

function axis(index: number, name: string, rows: number): readonly string[] {
  const bottom = top + rows * rowHeight;
  const ticks = [0, 0.5, 1].flatMap((share) => {
    const x = left(index) + share * plotWidth;
    return [
      `<line x1="${x}" y1="${top - 6}" x2="${x}" y2="${bottom}" stroke="#e0e0e0"/>`,
      `<text x="${x}" y="${top - 10}" font-size="11" text-anchor="middle" fill="#5f6368">${share}</text>`,
    ];
  });
  return [`<text x="${left(index)}" y="${top - 26}" font-weight="600" fill="#202124">${name}</text>`, ...ticks];
}

function row(system: System, index: number): readonly string[] {
  const y = top + index * rowHeight + rowHeight / 2;
  const weight = system.kind === "panel" ? ' font-weight="600"' : "";
  const name = html(shortened(plain(systemName(system))));
  return [
    `<text x="16" y="${y + 4}"${weight} fill="#202124">${name}</text>`,
    ...figures.flatMap(({ key }, column) => mark(system[key], left(column), y, colours[system.kind])),
  ];
}

function mark(figure: Measured | null, start: number, y: number, colour: string): readonly string[] {
  if (figure === null) return [`<text x="${start}" y="${y + 4}" fill="#5f6368">none</text>`];
  const at = (share: number): string => (start + share * plotWidth).toFixed(1);
  return [
    `<line x1="${at(figure.low)}" y1="${y}" x2="${at(figure.high)}" y2="${y}" stroke="${colour}" stroke-width="3" stroke-opacity="0.35" stroke-linecap="round"/>`,
    `<circle cx="${at(figure.value)}" cy="${y}" r="4.5" fill="${colour}"/>`,
    `<text x="${start + plotWidth + 8}" y="${y + 4}" font-size="11" fill="#202124">${number(figure.value)}</text>`,
  ];
}

const mostCharacters = 34;

function shortened(name: string): string {
  const characters = [...name];
  return characters.length <= mostCharacters ? name : `${characters.slice(0, mostCharacters - 1).join("")}…`;
}
