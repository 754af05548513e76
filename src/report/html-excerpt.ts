import type { Finding } from "../domain/finding.ts";
import type { Review } from "../domain/review.ts";
import { html as encode } from "../text/text.ts";
import { outdented } from "./facts.ts";
import { codeHtml } from "./html-prose.ts";

/** The code around a finding with its line numbers, its own lines marked; where that is not known, the code that it quotes. */
export function excerptHtml({ excerpts }: Review, finding: Finding): string {
  const { id, quote, line, startLine = line } = finding;
  const numbered = (excerpts?.[id] ?? "").split("\n").flatMap((text) => {
    const parts = /^(?<number>\d+) \| (?<code>.*)$/.exec(text)?.groups;
    return parts === undefined ? [] : [{ number: Number(parts["number"]), code: parts["code"] ?? "" }];
  });
  if (numbered.length === 0 || line === null || startLine === null)
    return quote.trim() === "" ? "" : codeHtml(outdented(quote));
  const widest = String(numbered.at(-1)?.number ?? "").length;
  const lines = outdented(numbered.map(({ code }) => code).join("\n"))
    .split("\n")
    .map((code, index) => {
      const number = numbered[index]?.number ?? 0;
      const shown = `<i>${String(number).padStart(widest)}</i> ${encode(code)}`;
      return number >= startLine && number <= line ? `<mark>${shown}</mark>` : shown;
    });
  return `<pre class="excerpt"><code>${lines.join("\n")}</code></pre>`;
}
