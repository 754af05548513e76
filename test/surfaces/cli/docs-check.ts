import { ReviewError } from "../../../src/domain/errors.ts";
import { type CommandRow, readInput } from "../../../src/surfaces/cli/command-line.ts";

/** The command lines of a page that the program would refuse, each with the reason. Shell blocks and code in a line count, prose does not. */
export function refusedIn(page: string, commands: readonly CommandRow[]): string[] {
  const blocks = [...page.matchAll(/^```sh\n(?<code>[\s\S]*?)^```$/gm)].map((match) => match.groups?.["code"] ?? "");
  const spans = [...page.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`(?<code>[^`\n]+)`/g)];
  const code = [...blocks, ...spans.map((match) => match.groups?.["code"] ?? "")].join("\n");
  const lines = [...code.matchAll(/(?:^|[|;&] *|(?:^|\s)[A-Z_]+=\S+ )pr-debate (?<words>(?:[^|#\n]|(?<=\S)#)*)/gm)];
  return lines.flatMap((match) => {
    const line = match.groups?.["words"]?.trim() ?? "";
    const reason = refusal(wordsOf(line), commands);
    return reason === null ? [] : [`pr-debate ${line}: ${reason}`];
  });
}

function refusal(words: readonly string[], commands: readonly CommandRow[]): string | null {
  const [first = "", second = ""] = words;
  if (["--version", "-v", "--help"].includes(first)) return null;
  const topic = first === "help" ? second : first;
  const row = commands.find(({ name }) => name === topic || name === `${first} ${second}`);
  if (row === undefined) return `no command ${topic}`;
  if (first === "help" || words.includes("--help")) return null;
  try {
    readInput(row, words.slice(row.name.split(" ").length));
    return null;
  } catch (error) {
    if (error instanceof ReviewError) return error.message;
    throw error;
  }
}

/** The words of a shell line, without the quotes around them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"(?<quoted>[^"]*)"|[^\s"]+/g)].map((match) => match.groups?.["quoted"] ?? match[0]);
}
