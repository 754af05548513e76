/**
 * `document` with the lines between `<!-- name:start -->` and `<!-- name:end -->` replaced by `body`.
 * A document without exactly one such pair throws: appending instead would duplicate the section on every run.
 */
export function replaceSection(document: string, name: string, body: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, inside, ...others] = document.split(start);
  const [, after, ...more] = inside?.split(end) ?? [];
  if (before === undefined || after === undefined || others.length + more.length > 0) {
    throw new Error(`The document needs exactly one pair of ${start} and ${end}: add the two lines.`);
  }
  return `${before}${start}\n${body.trim()}\n${end}${after}`;
}

/** A GitHub table. Cells may hold text of other people's packages: pipes are escaped and line ends become spaces. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), `|${header.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");
}
