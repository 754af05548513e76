import { caseFormats } from "../evaluation/benchmarks.ts";
import { evaluationFormats } from "../evaluation/report/formats.ts";
import { efforts } from "../settings/schema.ts";
import { type CommandRow, commandRow } from "./command-line.ts";
import { formatOption, how, output } from "./shared-options.ts";

const cases = { group: "Cases" };

export const evalRow: CommandRow = commandRow({
  name: "eval",
  summary: "measure a panel on cases",
  about: `
Reviews changes whose defects are known, and prints precision, recall, F1 and cost of the panel, of each seat before the
debate, and of one seat that reviews alone as often as the panel's cost allows. Nothing is published.

A file holds one case a line: an id, a change (repository with base and head, diff or patch), and its defects. Complete
reviews are kept in .debate, so that a second run asks no model again.`,
  words: [{ name: "FILE...", about: "the cases, as JSON lines, or the files of a benchmark" }],
  options: {
    from: {
      ...cases,
      value: "NAME",
      about: "the form of the files",
      choices: Object.keys(caseFormats),
      initial: "cases",
      noun: "form of cases",
    },
    repositories: { ...cases, value: "DIR", about: "clones for a benchmark, as owner/name" },
    diffs: { ...cases, value: "DIR", about: "diffs for a benchmark, as owner/name/number.diff" },
    limit: { ...cases, value: "N", about: "the first N cases only" },
    seats: { ...how, value: "NAMES", about: "the seats of the panel, with commas, instead of the settings" },
    config: { ...how, value: "FILE", about: "settings for all cases, instead of those at each merge base" },
    offline: { ...how, about: "rules only: no model is asked, whatever keys are set" },
    effort: { ...how, value: "TIER", about: "the effort of each review", choices: efforts, noun: "effort" },
    single: { ...how, value: "SEAT", about: "the seat to compare with, best, or none", initial: "best" },
    fresh: { ...how, about: "review all cases again, whatever is kept" },
    format: formatOption(evaluationFormats, "format of eval"),
    out: { ...output, value: "FILE", about: "write the figures to a file instead of stdout" },
    quiet: { ...output, about: "no progress on stderr, only the figures and errors" },
  },
  sections: {
    "Exit code": [
      "0  every case was reviewed completely",
      "2  wrong usage, or no case could be reviewed",
      "3  a review of a case was not complete; the figures name it",
    ],
    Examples: [
      "pr-debate eval cases.jsonl",
      "pr-debate eval cases.jsonl --seats claude,gpt --format svg --out figures.svg",
      "pr-debate eval positive_samples.json --from aacr --repositories clones",
    ],
  },
  load: async () => (await import("./eval-command.ts")).evalCommand,
});
