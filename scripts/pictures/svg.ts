/** Light and dark: a picture in a README follows the reader's scheme. */
const style = `
.card{fill:#fff;stroke:#d0d7de}.head{fill:#f6f8fa}.line{stroke:#d0d7de;fill:none}.box{fill:#f6f8fa;stroke:#d0d7de}.out{fill:#fff1ef;stroke:#e5a39b}
.good{fill:#eaf6ed;stroke:#8fc9a2}text{font:14px system-ui,-apple-system,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif;fill:#1f2328}
.mono{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12px}.bold{font-weight:600}.quiet{fill:#59636e}
.small{font-size:12px}.title{font-size:15px;font-weight:600}.arrow{stroke:#59636e;fill:none;stroke-width:1.5}.tip{fill:#59636e}
@media (prefers-color-scheme:dark){.card{fill:#0d1117;stroke:#3d444d}.head,.box{fill:#151b23}.box,.line{stroke:#3d444d}.out{fill:#2b1715;stroke:#8e4b44}
.good{fill:#13241a;stroke:#3d7a50}text{fill:#f0f6fc}.quiet{fill:#9198a1}.arrow{stroke:#9198a1}.tip{fill:#9198a1}}`;

/** A piece of a line in one style; `kind` is its class. */
export interface Span {
  readonly text: string;
  readonly kind?: "mono" | "bold" | "quiet" | "small" | "title";
}

/** Wide enough for any usual font, so that no line runs out of its box. */
const widths = { mono: 7.4, bold: 7.6, title: 8.2, small: 6.4, quiet: 7.1, plain: 7.1 };

/** Spans broken at blanks into lines that fit the width. Code keeps together only as far as it fits. */
export function wrapSpans(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  let used = 0;
  for (const { text, kind } of spans)
    for (const word of text.split(/(?<=\s)/)) {
      const room = [...word].length * widths[kind ?? "plain"];
      if (used > 0 && used + room > width) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push({ text: word, ...(kind === undefined ? {} : { kind }) });
      used += room;
    }
  return lines;
}

/** One line of text; blanks inside a span stay as they are. */
export function textLine(spans: readonly Span[], x: number, y: number): string {
  const parts = spans.map(({ text, kind }) =>
    kind === undefined ? escaped(text) : `<tspan class="${kind}">${escaped(text)}</tspan>`,
  );
  return `<text x="${x}" y="${y}" xml:space="preserve">${parts.join("")}</text>`;
}

export function picture(width: number, height: number, title: string, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>${style}
</style>
${body.join("\n")}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
