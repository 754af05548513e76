import { constants } from "node:fs";
import { mkdir, open, readFile, realpath } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { occurrencesIn } from "../../code/anchor/fingerprint.ts";
import { type Baseline, joinedBaseline, type KnownFinding } from "../../domain/baseline.ts";
import { causedBy, ReviewError } from "../../domain/errors.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { secretRuleId } from "../../domain/rule-info.ts";
import { parseBaseline } from "./silencing.ts";

/** Larger files are not read from the base. */
const mostBytes = 1024 * 1024;

/** The number of findings in the file, of new ones among them, and of secrets without the reason that they need. */
export interface WrittenBaseline {
  readonly known: number;
  readonly added: number;
  readonly withoutReason: number;
}

/**
 * Adds the offline rules' findings of a review to a baseline file, which takes effect once it is on the base. The entries of the file stay,
 * with their reasons: a review sees the findings of one change only.
 */
export async function writeBaseline(review: Review, directory: string, file: string): Promise<WrittenBaseline> {
  const path = resolve(directory, file);
  const before = await readBefore(path, file);
  const found = await Promise.all(review.findings.flatMap(knownFindings).map((one) => counted(one, directory)));
  const written = joinedBaseline(before, found);
  const text = textOf(written);
  if (new TextEncoder().encode(text).length > mostBytes)
    throw new ReviewError(
      `The baseline ${file} was not written: with ${written.findings.length} findings it is larger than 1 MiB, and no review would read it.`,
      "Switch off the rule with the most findings (`rules:` in the settings), or fix some of its findings.",
    );
  try {
    await write(path, directory, text);
  } catch (error) {
    throw causedBy(error, `The baseline ${file} cannot be written`, "Name a file in a folder that exists.");
  }
  const { findings } = written;
  const isUnreasoned = ({ rule, severity, reason }: KnownFinding): boolean =>
    rule === secretRuleId && severity === "P0" && reason.trim() === "";
  return {
    known: findings.length,
    added: findings.length - before.length,
    withoutReason: findings.filter(isUnreasoned).length,
  };
}

/** Throws when the file exists and is not a baseline. It runs before any model is asked. */
export async function checkBaseline(directory: string, file: string): Promise<void> {
  await readBefore(resolve(directory, file), file);
}

async function readBefore(path: string, file: string): Promise<readonly KnownFinding[]> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw causedBy(error, `The baseline ${file} cannot be read`, "Name a file that is a baseline, or none.");
  });
  return text === null ? [] : parseBaseline(text, file);
}

/** One finding a line: a diff of the file shows added and removed findings. */
function textOf({ version, findings }: Baseline): string {
  const lines = findings.map((one) => `    ${JSON.stringify(one)}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "version": ${version},\n  "findings": ${list}\n}\n`;
}

/** Does not follow the repository's own links: one could lead to a private file of the user. */
async function write(path: string, directory: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const isInside = !relative(directory, folder).startsWith("..");
  const [real, top] = await Promise.all([realpath(folder), realpath(directory)]);
  if (isInside && relative(top, real) !== relative(directory, folder)) throw new Error("its folder is a link");
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  const handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

type Found = KnownFinding & { readonly quote: string };

/** The claims of rules in a finding: its own, and those of other rules that were merged into it. */
function knownFindings({ rule, fingerprint, severity, path, quote, alsoReported }: Finding): Found[] {
  const claims = alsoReported.map(({ at, ...claim }) => ({ ...claim, path: at?.path ?? path, quote: at?.quote ?? "" }));
  return [{ rule, fingerprint, severity, path, quote }, ...claims].flatMap((one) =>
    one.rule === undefined || one.fingerprint === undefined
      ? []
      : [{ ...one, rule: one.rule, fingerprint: one.fingerprint, count: 1, reason: "" }],
  );
}

/** Counts the same code elsewhere in the file, too. A file that cannot be read counts once, for the reported place. */
async function counted(
  { fingerprint, rule, severity, path, quote, reason }: Found,
  directory: string,
): Promise<KnownFinding> {
  const text = await readFile(resolve(directory, path), "utf8").catch(() => "");
  return { fingerprint, rule, severity, path, count: Math.max(1, occurrencesIn(text)(quote)), reason };
}
