import { join } from "node:path";
import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { quoted } from "../../domain/known-names.ts";
import { casesFrom, jsonOf, type Label, type LabelledCase } from "./cases.ts";

/** Where the changes of a public benchmark are, as its files name pull requests only. */
export interface Places {
  /** A folder with clones, as `owner/name`. */
  readonly repositories: string | undefined;
  /** A folder with diffs, as `owner/name/number.diff`. */
  readonly diffs: string | undefined;
}

type Reader = (text: string, name: string, places: Places) => readonly LabelledCase[];

/** The kinds of files that cases are read from. A new one is a row. */
export const caseFormats = {
  cases: casesFrom,
  aacr: reader(
    z.array(
      z.object({
        githubPrUrl: z.string(),
        source_commit: z.string(),
        target_commit: z.string(),
        comments: z.array(
          z.object({
            note: z.string(),
            path: z.string(),
            side: z.string(),
            from_line: z.number(),
            to_line: z.number(),
            category: z.string().optional(),
          }),
        ),
      }),
    ),
    (pulls, places) =>
      pulls.map(({ githubPrUrl, source_commit: head, target_commit: base, comments }) => {
        const findings = comments.map(({ note, path, side, from_line, to_line }) =>
          labelOf(note, path, [from_line, to_line], side === "left" ? "base" : "head"),
        );
        return { ...committed(pullOf(githubPrUrl), { base, head }, places), findings };
      }),
  ),
  martian: reader(
    z.array(
      z.object({
        url: z.string(),
        comments: z.array(z.object({ comment: z.string(), severity: z.string().optional() })),
      }),
    ),
    (pulls, { diffs }) =>
      pulls.map(({ url, comments }) => {
        const { repository, number } = pullOf(url);
        if (diffs === undefined) throw missing("diffs", "owner/name/number.diff");
        const findings = comments.map(({ comment, severity }) => ({ text: comment, side: "head" as const, severity }));
        return { id: `${repository}#${number}`, diff: join(diffs, repository, `${number}.diff`), findings };
      }),
  ),
  reviewbench: reader(
    z.object({
      pr: z.object({ repo: z.string(), pr_number: z.number(), base: z.string(), head: z.string() }),
      findings: z.array(
        z.object({
          file: z.string(),
          start_line: z.number(),
          end_line: z.number(),
          message: z.string(),
          tp_fp: z.enum(["tp", "fp"]),
        }),
      ),
    }),
    ({ pr, findings }, places) => {
      const right = findings.filter(({ tp_fp: truth }) => truth === "tp");
      const labels = right.map(({ file, start_line, end_line, message }) =>
        labelOf(message, file, [start_line, end_line], "head"),
      );
      return [{ ...committed(pullOf(`${pr.repo}/pull/${pr.pr_number}`), pr, places), findings: labels }];
    },
  ),
} satisfies Record<string, Reader>;

function reader<Content>(
  schema: z.ZodType<Content>,
  cases: (content: Content, places: Places) => readonly LabelledCase[],
): Reader {
  return (text, name, places) => {
    const { success, data, error } = schema.safeParse(jsonOf(text, quoted(name)));
    if (success) return cases(data, places);
    const [issue] = error.issues;
    const at = issue === undefined ? "" : ` ${issue.path.join(".")}: ${issue.message}.`;
    throw new ReviewError(
      `${quoted(name)} does not have the form of this benchmark.${at}`,
      "Check --from and the file.",
    );
  };
}

interface Pull {
  /** As `owner/name`. */
  readonly repository: string;
  readonly number: string;
}

function pullOf(url: string): Pull {
  const { owner, name, number } =
    /^https:\/\/github\.com\/(?<owner>[\w-]+)\/(?<name>[\w-][\w.-]*)\/pull\/(?<number>\d+)$/.exec(url)?.groups ?? {};
  if (owner === undefined || name === undefined || number === undefined)
    throw new ReviewError(
      `${quoted(url)} is not the address of a pull request on github.com.`,
      "Check the file of the benchmark.",
    );
  return { repository: `${owner}/${name}`, number };
}

function committed(
  { repository, number }: Pull,
  { base, head }: { base: string; head: string },
  { repositories }: Places,
) {
  if (repositories === undefined) throw missing("repositories", "owner/name");
  return { id: `${repository}#${number}`, repository: join(repositories, repository), base, head };
}

function missing(option: string, form: string): ReviewError {
  const message = `This benchmark names pull requests, but not where their ${option} are.`;
  return new ReviewError(message, `Name the folder with --${option} DIR; it holds ${form}.`);
}

/** Some labels have their lines in reverse order, and some name line 0 for the whole file. */
function labelOf(text: string, path: string, lines: readonly [number, number], side: "head" | "base"): Label {
  const [from, to] = lines[0] <= lines[1] ? lines : [lines[1], lines[0]];
  return from < 1 ? { text, path, side } : { text, path, from, to, side };
}
