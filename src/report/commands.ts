/** Lines for a log: a runner obeys `::command::` at the start of a printed line and `##[command]` anywhere (H80). */
export function withoutCommands(lines: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours may stand before the sign.
  return lines.replace(/^(?<before>(?:[^\S\n]|\u001b\[[0-9;]+m)*)::/gm, "$<before>\\::").replaceAll("##[", "# #[");
}
