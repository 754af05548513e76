import { excerptAround } from "../anchor/excerpt.ts";
import type { Mask } from "../anchor/mask.ts";
import type { Change, ChangedFile } from "../domain/change.ts";
import type { Finding } from "../domain/finding.ts";
import { secretsForModels } from "../text/text.ts";

const reach = 4;

/** Numbered lines around each finding, by its id. Whole files are searched for secrets before they are cut: of a part a key is not recognised. */
export function excerptsOf(change: Change, findings: readonly Finding[], mask: Mask): Record<string, string> {
  const paths = new Set(findings.map(({ path }) => path));
  const files = change.files.filter(({ path }) => paths.has(path)).map(withoutSecrets);
  return Object.fromEntries(
    findings.map((finding) => [finding.id, mask.hide(excerptAround({ ...change, files }, finding, reach))]),
  );
}

function withoutSecrets(file: ChangedFile): ChangedFile {
  const { headText, baseText } = file;
  return {
    ...file,
    ...(typeof headText === "string" ? { headText: blanked(headText) } : {}),
    ...(typeof baseText === "string" ? { baseText: blanked(baseText) } : {}),
  };
}

/** Each line of a secret stays a line, so that the numbers stay right. */
function blanked(text: string): string {
  let shown = "";
  let from = 0;
  for (const { start, end } of [...secretsForModels(text)].sort((one, other) => one.start - other.start)) {
    if (start < from) continue;
    shown += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]+/g, "[redacted]");
    from = end;
  }
  return shown + text.slice(from);
}
