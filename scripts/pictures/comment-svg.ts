import { picture, type Span, textLine, wrapSpans } from "./svg.ts";

const width = 800;
const left = 24;
const lineHeight = 21;

interface Row {
  readonly spans: readonly Span[];
  readonly x: number;
  readonly gap: number;
}

/** A comment of the program as GitHub shows it, with the debate unfolded. It reads only the Markdown that `publication/comment.ts` writes. */
export function commentSvg(comment: string): string {
  const rows = comment
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<details>\n(?<summary><summary>Prompt .*<\/summary>)[\s\S]*?<\/details>/, "$<summary>")
    .split("\n")
    .flatMap(rowsOf);
  let y = 62;
  const lines: string[] = [];
  for (const { spans, x, gap } of rows) {
    y += gap;
    for (const line of wrapSpans(spans, width - x - left)) {
      lines.push(textLine(line, x, y));
      y += lineHeight;
    }
  }
  const height = y + 4;
  return picture(width, height, "A finding of PR Debate on a line of a pull request, with the debate about it", [
    `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<path class="head" d="M1 36V9a8 8 0 0 1 8-8h${width - 18}a8 8 0 0 1 8 8v27z"/>`,
    `<path class="line" d="M0 36.5H${width}"/>`,
    textLine(
      [{ text: "pr-debate", kind: "bold" }, { text: "  commented on " }, { text: "src/refund.ts:3", kind: "mono" }],
      left,
      24,
    ),
    ...lines,
  ]);
}

/** One line of Markdown as rows of the picture; lines that only mark something up have none. */
function rowsOf(line: string): Row[] {
  const row = (text: string, x = left, gap = 10, kind?: Span["kind"]): Row[] => [{ spans: inline(text, kind), x, gap }];
  if (line.trim() === "" || /^(?:<\/?details>|\| (?:---|Round))/.test(line)) return [];
  const summary = /^<summary>(?<text>.*)<\/summary>$/.exec(line)?.groups?.["text"];
  if (summary !== undefined) return row(`${summary.startsWith("Prompt ") ? "▸" : "▾"} ${summary}`, left, 14, "bold");
  const small = /^<sub>(?<text>.*)<\/sub>$/.exec(line)?.groups?.["text"];
  if (small !== undefined) return row(small, left, 14, "small");
  const cells = /^\| \d+ \| (?<seat>.+?) \| (?<says>.+?) \| (?<reason>.*) \|$/.exec(line)?.groups;
  if (cells !== undefined) return row(`${cells["seat"]} **${cells["says"]}** ${cells["reason"]}`, left + 18, 4);
  const item = /^- (?<text>.*)$/.exec(line)?.groups?.["text"];
  return item === undefined ? row(line) : row(`• ${item}`, left + 18, 4);
}

/** `code`, **bold** and backslash escapes. */
function inline(text: string, kind?: Span["kind"]): readonly Span[] {
  const isTitle = /^\*\*P\d/.test(text);
  return text.split(/(`[^`]*`|\*\*.*?\*\*)/).flatMap((part): Span[] => {
    if (part === "") return [];
    const plain = part.replace(/^(?:`|\*\*)|(?:`|\*\*)$/g, "").replace(/\\(?=[^\w\s])/g, "");
    if (part.startsWith("`")) return [{ text: plain.replace(/\s+/g, " "), kind: "mono" }];
    if (part.startsWith("**")) return [{ text: plain, kind: isTitle ? "title" : "bold" }];
    return [{ text: plain, ...(kind === undefined ? {} : { kind }) }];
  });
}
