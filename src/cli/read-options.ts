import { type ParseArgsConfig, parseArgs } from "node:util";
import { messageOf, ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";

type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** The options and words of a command line. Throws a `ReviewError` that says what is wrong, with the option that was probably meant. */
export function readOptions<const Options extends OptionTable>(
  command: string,
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw explained(error, command, Object.keys(options));
  }
}

/** Node's own sentences by error code, in our words. The option stands in quotes in each of them. */
function explained(error: unknown, command: string, names: readonly string[]): ReviewError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = messageOf(error);
  const option = /'(?<option>-[^' ]*)/.exec(said)?.groups?.["option"] ?? "An option";
  const help = `See pr-debate ${command} --help.`;
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const known = names.map((name) => `--${name}`);
    return new ReviewError(`${command} has no option ${option}.`, `${meant(option, known).trim()} ${help}`.trim());
  }
  const what = said.includes("does not take") ? "takes no value" : "needs a value";
  return new ReviewError(`${option} ${what}.`, help);
}
