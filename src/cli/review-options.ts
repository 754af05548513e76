import { parseArgs } from "node:util";
import { messageOf, ReviewError } from "../domain/errors.ts";
import { reports } from "../report/index.ts";
import { defaultSettings } from "../settings.ts";

const defaultBaseline = defaultSettings.paths.baseline;

/** The command line of `review`, checked: what excludes each other, what is no format, what names no pull request. */
export function readOptions(args: readonly string[]) {
  const { values, positionals } = parse(withBaselineFile(args));
  const [range, ...more] = positionals;
  if (more.length > 0) throw usage(`review takes one BASE..HEAD, and got "${positionals.join(" ")}".`);
  const { format = "text", staged = false, diff, pr, publish = false } = values;
  if (!isFormat(format))
    throw usage(`"${format}" is not a report format.`, `Formats: ${Object.keys(reports).join(", ")}.`);
  const chosen = [
    range === undefined ? [] : [range],
    staged ? ["--staged"] : [],
    diff === undefined ? [] : ["--diff"],
    pr === undefined ? [] : ["--pr"],
  ].flat();
  if (chosen.length > 1)
    throw usage(
      `${chosen.join(" and ")} exclude each other.`,
      "Give one of BASE..HEAD, --staged, --diff FILE and --pr OWNER/REPO#N.",
    );
  if (publish && pr === undefined) throw usage("--publish needs --pr OWNER/REPO#N: it names where to publish.");
  refuseBaseline(values);
  if (pr !== undefined && values.estimate) throw usage("--estimate works on a local change only, not with --pr.");
  const change = {
    ...(range === undefined ? {} : { range }),
    ...(staged ? { staged } : {}),
    ...(diff === undefined ? {} : { diff }),
  };
  return { ...values, format, change, pull: pr === undefined ? null : { ...readPull(pr), publish } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        staged: { type: "boolean" },
        diff: { type: "string" },
        pr: { type: "string" },
        publish: { type: "boolean" },
        repo: { type: "string" },
        config: { type: "string" },
        offline: { type: "boolean" },
        estimate: { type: "boolean" },
        format: { type: "string" },
        out: { type: "string" },
        "no-report": { type: "boolean" },
        "write-baseline": { type: "string" },
      },
    });
  } catch (error) {
    throw usage(messageOf(error).split(". ")[0] ?? "The options cannot be read");
  }
}

/** `--write-baseline [FILE]`: FILE is a name that ends in .json, so that a range may follow the option. */
function withBaselineFile(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === "--write-baseline") return [`${arg}=${isJson(args[index + 1]) ? args[index + 1] : defaultBaseline}`];
    return args[index - 1] === "--write-baseline" && isJson(arg) ? [] : [arg];
  });
}

function refuseBaseline(values: ReturnType<typeof parse>["values"]): void {
  if (values["write-baseline"] !== undefined && (values.pr !== undefined || values.estimate))
    throw usage("--write-baseline works on the review of a local change only, not with --pr or --estimate.");
}

function isJson(arg: string | undefined): boolean {
  return arg?.endsWith(".json") === true && !arg.startsWith("-");
}

function readPull(text: string): { repo: string; number: number } {
  const parts = /^(?<repo>[\w.-]+\/[\w.-]+)#(?<number>[1-9]\d{0,8})$/.exec(text)?.groups;
  if (parts === undefined)
    throw usage(`"${text}" names no pull request.`, "Write --pr OWNER/REPO#N, such as --pr octo/app#12.");
  return { repo: parts["repo"] ?? "", number: Number(parts["number"]) };
}

function isFormat(name: string): name is keyof typeof reports {
  return Object.hasOwn(reports, name);
}

function usage(message: string, hint = "See pr-debate review --help."): ReviewError {
  return new ReviewError(message, hint);
}
