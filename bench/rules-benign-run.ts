import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Contents, RawChange } from "../src/domain/ports.ts";
import type { Review } from "../src/domain/review.ts";
import { setTable } from "../src/panel/choosing/table.ts";
import { languageOf } from "../src/panel/rules/rule.ts";
import { scannerKnowing } from "../src/panel/secrets/secrets.ts";
import { review } from "../src/review/review.ts";
import { defaultSettings } from "../src/settings/settings.ts";

const execute = promisify(execFile);
const maxTextBytes = 1024 * 1024;

async function git(folder: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await execute("git", [`--git-dir=${folder}`, ...parameters], { maxBuffer: 256 * maxTextBytes });
  return stdout;
}

/** The newest commits without merges that change a file of a language that the rules read. */
export async function commitsOf(folder: string, count: number): Promise<string[]> {
  // The further back, the longer it takes: a repository that was not brought as a whole may lack what is old.
  for (const read of [count * 4, count * 40]) {
    const log = await git(folder, "log", "--no-merges", "--name-only", "-z", "--format=%x01%H", `-n${read}`, "HEAD");
    const commits = log.split("\u0001").flatMap((entry) => {
      const [sha = "", ...paths] = entry.split("\0").map((part) => part.trim());
      return paths.some((path) => languageOf(path) !== null) ? [sha] : [];
    });
    if (commits.length >= count) return commits.slice(0, count);
  }
  throw new Error(`${folder}: fewer than ${count} commits`);
}

/** One commit through the whole review, with the offline seats and nothing else. */
export async function reviewCommit(folder: string, sha: string): Promise<Review> {
  const signal = new AbortController().signal;
  const [base, head] = [`${sha}^`, sha].map((ref) => ({ ref, sha: ref }));
  if (base === undefined || head === undefined) throw new Error("no revisions");
  const raw: RawChange = {
    repo: null,
    number: null,
    base,
    head,
    mergeBase: base.sha,
    diff: { kind: "git", text: await git(folder, "diff", "--no-color", "--no-ext-diff", "-M", base.sha, head.sha) },
  };
  const files = { readBaseFile: async () => null, listBaseFiles: async () => [], existing: async () => [] };
  const given = { files, settings: defaultSettings, notes: [], env: {}, directory: "/", offline: true, emit: quiet };
  return review(
    {
      source: {
        fetch: async () => raw,
        contents: async (changed) => {
          const texts = changed.map(async ({ path, previousPath, status }): Promise<[string, Contents]> => {
            const before = status === "added" ? null : await textOf(folder, base.sha, previousPath ?? path);
            const after = status === "removed" ? null : await textOf(folder, head.sha, path);
            return [
              path,
              { ...(before === undefined ? {} : { base: before }), ...(after === undefined ? {} : { head: after }) },
            ];
          });
          return new Map(await Promise.all(texts));
        },
      },
      setTable: (change) => setTable(change, { ...given, detectsPrograms: false, journal: "files" }, signal),
      secrets: scannerKnowing(() => []),
      previous: [],
      emit: quiet,
      now: () => new Date(),
    },
    signal,
  );
}

async function textOf(folder: string, revision: string, path: string): Promise<string | undefined> {
  const text = await git(folder, "cat-file", "blob", `${revision}:${path}`).catch(() => undefined);
  return text === undefined || text.length > maxTextBytes || text.includes("\0") ? undefined : text;
}

function quiet(): void {
  // Nobody watches.
}
