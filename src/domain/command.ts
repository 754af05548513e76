/** `other`: a command of this product that this version does not have yet. */
export type Command = "review" | "other";

/**
 * The command in a comment: the first token of its first line, exactly (design §12). A quote, a fence, a leading blank or a look-alike
 * letter is no command.
 */
export function readCommand(body: string): Command | null {
  const line = body.split(/\r?\n/, 1)[0]?.trimEnd() ?? "";
  if (/^\/debate review(?: full)?$/.test(line)) return "review";
  return later.test(line) ? "other" : null;
}

/** The commands of design §12 that are to come. */
const later = /^\/debate (?:plan|explain|dismiss|reopen|override|pause|resume|status|help)(?: .*)?$/;
