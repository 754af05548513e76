/** Workflow commands (GitHub docs, "Workflow commands for GitHub Actions"): the only lines on stdout that the runner obeys. */
type Level = "error" | "warning" | "notice";

/** A message, with the place it is about. */
export function annotation(
  level: Level,
  message: string,
  { title, file, line }: { readonly title: string; readonly file?: string; readonly line?: number },
): string {
  const properties = [
    `title=${property(title)}`,
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(line === undefined ? [] : [`line=${line}`]),
  ];
  return `::${level} ${properties.join(",")}::${data(message)}\n`;
}

/** Masks every line of each secret: the runner compares lines, and a key of several lines would show otherwise. */
export function masks(secrets: readonly string[]): string {
  const lines = secrets.flatMap((secret) => secret.split(/\r?\n/)).map((line) => line.trim());
  const maskable = [...new Set(lines)].filter((line) => line.length >= 4);
  return maskable.map((line) => `::add-mask::${data(line)}\n`).join("");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
