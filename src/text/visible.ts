/**
 * Control, invisible, bidirectional, tag, filler and broken (lone surrogate) characters, except line breaks and tabs.
 */
const hidden =
  /(?<emoji>(?<=\p{Extended_Pictographic})\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic}))|(?![\n\t])[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/**
 * Shows every invisible character of untrusted text as an escape (`\u202e`, `\u{e0041}`). The evidence stays, and a
 * terminal, log or page is not controlled by it. Line breaks and tabs stay (`\r\n` becomes `\n`), and so do joiners and
 * selectors inside an emoji.
 */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(hidden, (character, emoji: string | undefined) => {
    return emoji !== undefined ? character : escapeOf(character);
  });
}

/** `visible` on one line, for titles, table cells and log lines. */
export function plain(text: string): string {
  return visible(text).replace(/\s+/g, " ").trim();
}

/** `visible`, safe as HTML text and inside a quoted attribute. */
export function html(text: string): string {
  return visible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function escapeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

/**
 * A fenced block that its content cannot close. The caller chooses the language. The content stays unchanged except for
 * `visible`.
 */
export function fence(code: string, language = ""): string {
  const content = withoutMarker(visible(code)).replace(/\n$/, "");
  const marks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return content === "" ? `${marks}${language}\n${marks}` : `${marks}${language}\n${content}\n${marks}`;
}

/** Inline code on one line that its content cannot close. Empty text gives empty text. */
export function codeSpan(text: string): string {
  const content = withoutMarker(visible(text).replace(/\n\s*/g, " "));
  if (content.trim() === "") return "";
  const marks = "`".repeat(longestRun(content) === 0 ? 1 : longestRun(content) + 1);
  const pad = /^[` ]|[` ]$/.test(content) ? " " : "";
  return `${marks}${pad}${content}${pad}${marks}`;
}

/**
 * Inline code for a table cell. A bar ends a cell even inside code, and parsers differ on its escapes, so the bar is
 * placed outside the code.
 */
export function codeCell(text: string): string {
  return visible(text).split("|").map(codeSpan).join("&#124;");
}

/**
 * Our marker comments are read from raw comment bodies, where code gives no shelter. So quoted code must not spell a
 * marker (H18).
 */
function withoutMarker(text: string): string {
  return text.replace(/<!--(?=\s*(?:pr-)?debate)/gi, "<!- -");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
