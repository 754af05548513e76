import { redactAll } from "../text/text.ts";
import { html } from "./html.ts";
import { json } from "./json.ts";
import { markdown } from "./markdown.ts";
import type { Report } from "./report.ts";
import { sarif } from "./sarif.ts";
import { text } from "./text.ts";

/** The formats of `--format`. Secrets are taken out of the review before any of them sees it. */
export const reports = {
  text: withoutSecrets(text),
  markdown: withoutSecrets(markdown),
  json: withoutSecrets(json),
  sarif: withoutSecrets(sarif),
  html: withoutSecrets(html),
} satisfies Record<string, Report>;

function withoutSecrets(write: Report): Report {
  return (review, options) => write(redactAll(review, options.secrets ?? []), options);
}
