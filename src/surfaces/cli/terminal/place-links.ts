import { isAbsolute, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { ReviewError } from "../../../domain/errors.ts";
import { meant } from "../../../domain/known-names.ts";
import type { PlaceLink } from "../../../report/report.ts";
import type { CommandContext } from "../command-line.ts";

type Env = CommandContext["env"];

const variable = "PR_DEBATE_EDITOR";

/** `path` begins with a slash and is encoded. */
type AddressOf = (path: string, line: number | null) => string;

const fileAt =
  (scheme: string): AddressOf =>
  (path, line) =>
    `${scheme}://file${path}${line === null ? "" : `:${line}`}`;

/** The address under which an editor opens a place. */
const editors: Readonly<Record<string, AddressOf>> = {
  vscode: fileAt("vscode"),
  "vscode-insiders": fileAt("vscode-insiders"),
  vscodium: fileAt("vscodium"),
  cursor: fileAt("cursor"),
  windsurf: fileAt("windsurf"),
  zed: fileAt("zed"),
  idea: (path, line) => `idea://open?file=${path}${line === null ? "" : `&line=${line}`}`,
};

export const editorNames: readonly string[] = Object.keys(editors);

/** Links to the files of this machine, for a terminal. A diff alone has no files. */
export async function linksIn(directory: string, diff: string | undefined, env: Env, signal: AbortSignal) {
  if (diff !== undefined || !process.stdout.isTTY) return undefined;
  const { openFolder } = await import("../../../code/git/repository.ts");
  const { repository } = await openFolder(directory, env, signal);
  return placeLinks(repository?.root ?? directory, env, true);
}

/**
 * The addresses of places below `root`, for a terminal that shows hyperlinks; undefined where links would be in the way. The file's name comes
 * from the change, so it is encoded, and one that leads out of `root` gets no address. Throws `ReviewError` for an unknown editor.
 */
export function placeLinks(root: string, env: Env, isTerminal: boolean): PlaceLink | undefined {
  if (!isTerminal || !showsLinks(env)) return undefined;
  const editor = env[variable]?.trim() ?? "";
  if (editor !== "" && !editorNames.includes(editor))
    throw new ReviewError(
      `${variable} is "${editor}".`,
      `Set it to one of ${editorNames.join(", ")}, or unset it.${meant(editor, editorNames)}`,
    );
  const addressOf: AddressOf = editors[editor] ?? ((path) => `file://${path}`);
  return (path, line) => {
    const inside = normalize(path);
    if (isAbsolute(inside) || inside === ".." || /^\.\.[/\\]/.test(inside)) return null;
    return addressOf(encoded(join(root, inside)), line);
  };
}

/** Also the signs that `pathToFileURL` leaves as they are, and that mean something in a query. */
function encoded(file: string): string {
  return pathToFileURL(file).pathname.replace(/[&+=;]/g, encodeURIComponent);
}

const programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Tabby", "rio"];
const terminals = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|foot-extra|wezterm|contour)$/;
/** VTE shows links since 0.50. */
const oldestVte = 5_000;

/** Whether the terminal is known to show OSC 8 links. A multiplexer may swallow them. */
function showsLinks(env: Env): boolean {
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isCi(env) || env["NO_COLOR"] !== undefined || env["TERM"] === "dumb" || isSet("TMUX") || isSet("STY"))
    return false;
  return (
    programs.includes(env["TERM_PROGRAM"] ?? "") ||
    terminals.test(env["TERM"] ?? "") ||
    ["WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION"].some(isSet) ||
    Number(env["VTE_VERSION"] ?? 0) >= oldestVte
  );
}

/** Whether this is a run of continuous integration, where no person sits at the screen. */
export function isCi(env: CommandContext["env"]): boolean {
  return !["", "false", "0"].includes(env["CI"]?.trim().toLowerCase() ?? "");
}
