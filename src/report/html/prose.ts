import { type Block, html as encode, readProse, readSpans } from "../../text/text.ts";

/** Untrusted prose as HTML: paragraphs, lists, inline and fenced code; no attribute of it comes from the text but a list's first number. */
export function proseHtml(text: string): string {
  const blocks = readProse(text);
  return blocks
    .map((block, index) => {
      if (block.kind === "code") return codeHtml(block.code);
      if (block.kind === "paragraph") return `<p>${linesHtml(block.lines)}</p>`;
      const opens = listOf(blocks[index - 1]) === listOf(block) ? "" : openList(block.marker);
      const closes = listOf(blocks[index + 1]) === listOf(block) ? "" : `</${listOf(block)}>`;
      return `${opens}<li>${linesHtml(block.lines)}</li>${closes}`;
    })
    .join("");
}

/** Untrusted text of one line, with its inline code. */
export function lineHtml(text: string): string {
  return readSpans(text)
    .map((span) => (span.code ? `<code>${encode(span.text)}</code>` : encode(span.text)))
    .join("");
}

/** Untrusted code as a block. */
export function codeHtml(code: string): string {
  return `<pre><code>${encode(code.replace(/\n+$/, ""))}</code></pre>`;
}

function listOf(block: Block | undefined): "ul" | "ol" | null {
  if (block?.kind !== "item") return null;
  return block.marker === "-" ? "ul" : "ol";
}

function openList(marker: string): string {
  return marker === "-" ? "<ul>" : `<ol start="${Number.parseInt(marker, 10)}">`;
}

function linesHtml(lines: readonly string[]): string {
  return lines.map(lineHtml).join("<br>");
}
