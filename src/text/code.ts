import { visible } from "./visible.ts";

/** A fenced block that its content cannot close; the language is ours to choose. The content ends up on its own lines, unchanged but `visible`. */
export function fence(code: string, language = ""): string {
  const content = withoutMarker(visible(code)).replace(/\n$/, "");
  const marks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return content === "" ? `${marks}${language}\n${marks}` : `${marks}${language}\n${content}\n${marks}`;
}

/** Inline code on one line that its content cannot close; nothing for nothing. */
export function codeSpan(text: string): string {
  const content = withoutMarker(visible(text).replace(/\n\s*/g, " "));
  if (content.trim() === "") return "";
  const marks = "`".repeat(longestRun(content) === 0 ? 1 : longestRun(content) + 1);
  const pad = /^[` ]|[` ]$/.test(content) ? " " : "";
  return `${marks}${pad}${content}${pad}${marks}`;
}

/** Inline code for a table cell. A bar ends a cell even inside code, and its escapes differ between parsers: the bar is put outside the code. */
export function codeCell(text: string): string {
  return visible(text).split("|").map(codeSpan).join("&#124;");
}

/** Our own marker comments are read from raw comment bodies, where code is no shelter: quoted code must not spell one (H18). */
function withoutMarker(text: string): string {
  return text.replace(/<!--(?=\s*(?:pr-)?debate)/gi, "<!- -");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
