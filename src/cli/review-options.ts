import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ReviewError } from "../domain/errors.ts";
import { meant } from "../domain/known-names.ts";
import { reports } from "../report/index.ts";
import { blockOns } from "../settings/schema.ts";
import { defaultSettings } from "../settings/settings.ts";
import { readOptions } from "./read-options.ts";

const defaultBaseline = defaultSettings.paths.baseline;

/** The command line of `review`, checked: what excludes each other, what is no format, what names no pull request. */
export function readReviewOptions(args: readonly string[]) {
  const { values, positionals } = readOptions("review", withBaselineFile(args.slice(0, endOf(args))), {
    staged: { type: "boolean" },
    base: { type: "string" },
    diff: { type: "string" },
    pr: { type: "string" },
    publish: { type: "boolean" },
    repo: { type: "string" },
    config: { type: "string" },
    "block-on": { type: "string" },
    offline: { type: "boolean" },
    estimate: { type: "boolean" },
    format: { type: "string" },
    out: { type: "string" },
    "no-report": { type: "boolean" },
    quiet: { type: "boolean" },
    "write-baseline": { type: "string" },
  });
  const { range, paths } = wordsOf(positionals, args.slice(endOf(args) + 1), values.repo ?? ".");
  const { format = "text", staged = false, base, diff, pr, publish = false } = values;
  if (!isFormat(format)) throw usage(`"${format}" is not a report format.`, choices(format, Object.keys(reports)));
  checkTogether({ range, base, staged, diff, pr }, publish, values.estimate === true || paths.length > 0);
  if (values["write-baseline"] !== undefined && (pr !== undefined || values.estimate === true))
    throw usage("--write-baseline works on the review of a local change only, not with --pr or --estimate.");
  if (base === "") throw usage("--base needs a revision, and got an empty one.");
  if (base?.includes("..") === true)
    throw usage(`--base takes one revision, and got "${base}".`, `For two revisions: pr-debate review ${base}`);
  const compared = range ?? base;
  const change = {
    ...(compared === undefined ? {} : { range: compared }),
    ...(staged ? { staged } : {}),
    ...(diff === undefined ? {} : { diff }),
    ...(paths.length === 0 ? {} : { paths }),
  };
  const blockOn = values["block-on"] === undefined ? null : readBlockOn(values["block-on"]);
  return { ...values, format, blockOn, change, pull: pr === undefined ? null : { ...readPull(pr), publish } };
}

interface Chosen {
  readonly range: string | undefined;
  readonly base: string | undefined;
  readonly staged: boolean;
  readonly diff: string | undefined;
  readonly pr: string | undefined;
}

/** What to review is said once. `isLocalOnly`: an option is given that a pull request cannot have. */
function checkTogether({ range, base, staged, diff, pr }: Chosen, publish: boolean, isLocalOnly: boolean): void {
  const chosen = [
    range === undefined ? [] : [range],
    base === undefined ? [] : ["--base"],
    staged ? ["--staged"] : [],
    diff === undefined ? [] : ["--diff"],
    pr === undefined ? [] : ["--pr"],
  ].flat();
  if (chosen.length > 1)
    throw usage(
      `${chosen.join(" and ")} exclude each other.`,
      "Give one of BASE..HEAD, --base REF, --staged, --diff FILE and --pr OWNER/REPO#N.",
    );
  if (publish && pr === undefined) throw usage("--publish needs --pr OWNER/REPO#N: it names where to publish.");
  if (isLocalOnly && pr !== undefined)
    throw usage(
      "--estimate and paths work on a local change only, not with --pr.",
      "Leave them out, or leave out --pr.",
    );
}

/** Where the options end: at the first `--`, behind which every word is a path. */
function endOf(args: readonly string[]): number {
  const end = args.indexOf("--");
  return end === -1 ? args.length : end;
}

/** The first word is a range unless it is a file or folder that exists here; all others are paths. */
function wordsOf(words: readonly string[], behind: readonly string[], directory: string) {
  const [first, ...others] = words;
  const isRange = first !== undefined && (first.includes("..") || !existsSync(resolve(directory, first)));
  const paths = isRange ? others : words;
  const missing = paths.find((path) => !existsSync(resolve(directory, path)));
  if (missing !== undefined)
    throw usage(
      `"${missing}" is no file or folder here.`,
      `Usage: pr-debate review [BASE..HEAD] [PATH…]. Two revisions are written ${first}..${missing}; a deleted file stands behind --.`,
    );
  return { range: isRange ? first : undefined, paths: [...paths, ...behind] };
}

function readBlockOn(text: string): (typeof blockOns)[number] {
  const known = blockOns.find((name) => name === text);
  if (known === undefined) throw usage(`--block-on takes no "${text}".`, choices(text, blockOns));
  return known;
}

/** `--write-baseline [FILE]`: FILE is a name that ends in .json, so that a range may follow the option. */
function withBaselineFile(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === "--write-baseline") return [`${arg}=${isJson(args[index + 1]) ? args[index + 1] : defaultBaseline}`];
    return args[index - 1] === "--write-baseline" && isJson(arg) ? [] : [arg];
  });
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

function choices(given: string, known: readonly string[]): string {
  return `Choose one of ${known.join(", ")}.${meant(given, known)}`;
}

function usage(message: string, hint = "See pr-debate review --help."): ReviewError {
  return new ReviewError(message, hint);
}
