import { constants } from "node:fs";
import { mkdir, open, readFile, realpath } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { occurrencesIn } from "../anchor/fingerprint.ts";
import { type Baseline, joinedBaseline, type KnownFinding } from "../domain/baseline.ts";
import { causedBy, ReviewError } from "../domain/errors.ts";
import type { Finding } from "../domain/finding.ts";
import { secretRuleId } from "../domain/ports.ts";
import type { Review } from "../domain/review.ts";
import { parseBaseline } from "./silencing.ts";

/** Larger files are not read from the base. */
const mostBytes = 1024 * 1024;

/** How many findings the file knows now, how many of them are new in it, and how many of its secrets lack the reason that they need. */
export interface WrittenBaseline {
  readonly known: number;
  readonly added: number;
  readonly withoutReason: number;
}

/**
 * Adds what the offline rules report in a review to a baseline file. It counts once it is on the base. What the file knows already stays, with
 * its reasons: a review sees the findings of one change only.
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
      "Switch off the rule that speaks most (`rules:` in the settings), or fix some of its findings.",
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

/** Throws where the file is there and is no baseline. It runs before anything is asked or paid. */
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

/** One finding a line: a diff of the file shows what came and went. */
function textOf({ version, findings }: Baseline): string {
  const lines = findings.map((one) => `    ${JSON.stringify(one)}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  return `{\n  "version": ${version},\n  "findings": ${list}\n}\n`;
}

/** The repository's own links are not followed: one could lead to a file of whoever runs the review. */
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

/** What rules say in a finding: itself, and the claims of other rules that were merged into it. */
function knownFindings({ rule, fingerprint, severity, path, quote, alsoReported }: Finding): Found[] {
  const claims = alsoReported.map(({ at, ...claim }) => ({ ...claim, path: at?.path ?? path, quote: at?.quote ?? "" }));
  return [{ rule, fingerprint, severity, path, quote }, ...claims].flatMap((one) =>
    one.rule === undefined || one.fingerprint === undefined
      ? []
      : [{ ...one, rule: one.rule, fingerprint: one.fingerprint, count: 1, reason: "" }],
  );
}

/** Unchanged code that is the same is known, too. Of a file that cannot be read, only the reported place is known. */
async function counted(
  { fingerprint, rule, severity, path, quote, reason }: Found,
  directory: string,
): Promise<KnownFinding> {
  const text = await readFile(resolve(directory, path), "utf8").catch(() => "");
  return { fingerprint, rule, severity, path, count: Math.max(1, occurrencesIn(text)(quote)), reason };
}
