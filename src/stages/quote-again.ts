import type { Draft } from "../domain/finding.ts";
import { render } from "../prompts/shown.ts";
import { LineField, QuoteField } from "./fields.ts";
import { excerptOf } from "./findings.ts";
import { inAnySpelling } from "./reply.ts";
import { stage } from "./stage.ts";

/** The most questions of this kind to one seat in a review: a seat that invents code must not spend the budget. */
export const mostQuotedAgain = 10;

/** A protected draft whose quote has no place, and the files that it may mean, with numbered lines. */
export interface QuoteAgainRequest {
  readonly draft: Draft;
  readonly files: readonly { readonly path: string; readonly excerpt: string }[];
}

/** An empty quote: the seat gives none. */
export interface QuotedAgain {
  readonly quote: string;
  readonly line?: number | undefined;
}

/** The seat that raised a protected draft quotes its code once more. */
export const quoteAgainStage = stage({
  step: "quote-again",
  line: "Asking again for code that was not found",
  sees: { description: false },
  reply: inAnySpelling({ quote: QuoteField, line: LineField }),
  // It is rare: the text of an estimate names it instead.
  estimate: { part: "the proposals", use: () => ({ calls: 0, input: 0, output: 0 }) },
  ask: ({ draft, files }: QuoteAgainRequest, options, prompt) => {
    const { severity, category, path, line = null, title, quote, detail } = draft;
    const excerpts = files.map((file) => excerptOf(file.path, file.excerpt, options));
    return {
      view: null,
      round: 1,
      instructions: [
        render(prompt, { excerpts: render(options.prompts.parts.excerpts, { excerpts: excerpts.join("\n\n") }) }),
      ],
      items: [{ id: "F1", severity, category, path, line, title, quote, detail }],
      answer: (reply): QuotedAgain => reply,
    };
  },
});
