import { isTestPath } from "../../code/diff/path-kinds.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Draft } from "../../domain/finding.ts";
import type { Secret, SecretScanner } from "../../domain/ports.ts";
import { secretNoun } from "../../text/mask-form.ts";
import { secretRule } from "../rules/built-in-rules.ts";
import { capped } from "../rules/limits.ts";
import type { Agent } from "../stages/index.ts";
import { hiddenDrafts } from "./hidden-characters.ts";
import { type FoundSecret, hintsIn, spansIn } from "./secret-spans.ts";

/**
 * Finds secrets in every line of the diff, so that none reaches a provider. Those on added lines that are more than
 * hints are also findings.
 */
export const secretScanner: SecretScanner = scannerKnowing(() => []);

/** The same, plus our own values from `own`. */
export function scannerKnowing(own: () => readonly string[]): SecretScanner {
  return {
    async scan(files) {
      const found = await Promise.all(files.map(secretsOf));
      return [...found.flat(), ...files.flatMap((file) => ownIn(file, own()))];
    },
    async scanText(text) {
      const proven = await spansIn(text);
      const found = [...proven, ...hintsIn(text, proven)].map((span) => secretAt(text, span));
      return [
        ...found,
        ...ownValues(own()).flatMap((value) => (text.includes(value) ? [{ kind: ownKind, value }] : [])),
      ];
    },
  };
}

/**
 * The offline `secrets` seat: reads every added line of every text in any language. It reports the place of a secret,
 * never its value, and invisible characters.
 */
export function secretsAgent(scanner: SecretScanner): Agent {
  return {
    async propose({ batch }) {
      const files = batch.parts.map(({ file }) => file);
      const secrets = await scanner.scan(files);
      const lines = new Map(files.map((file) => [file.path, addedLines(file)]));
      const all = oneALine(secrets.filter(isFinding)).map((secret) =>
        draftOf(secret, lines.get(secret.path)?.get(secret.line) ?? ""),
      );
      const drafts = [...all, ...files.flatMap(hiddenDrafts)];
      return { ...capped(drafts, "secrets"), dropped: [], residualRisks: [], openQuestions: [] };
    },
  };
}

function isFinding({ added, isHint, isPlaceholder }: Secret): boolean {
  return added && isHint !== true && isPlaceholder !== true;
}

/** Each finding quotes its whole line. Thousands of secrets on a line of a megabyte would be gigabytes. */
function oneALine(secrets: readonly Secret[]): Secret[] {
  const lines = Map.groupBy(secrets, ({ path, line, kind }) => `${kind} ${line} ${path}`);
  return [...lines.values()].flatMap(([first]) => first ?? []);
}

/** A review asks twice about each file: for the mask of its prompts, and for the findings. */
const known = new WeakMap<ChangedFile, Promise<readonly Secret[]>>();

function secretsOf(file: ChangedFile): Promise<readonly Secret[]> {
  const found = known.get(file) ?? scanFile(file);
  known.set(file, found);
  return found;
}

async function scanFile(file: ChangedFile): Promise<Secret[]> {
  const lines = linesOf(file);
  const content = lines.map(({ text }) => text).join("\n");
  if (content === "") return [];
  const proven = await spansIn(content);
  const starts = lineStarts(content);
  const placed = (spans: readonly FoundSecret[]): Secret[] => {
    let index = 0;
    return spans.flatMap((span) => {
      while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= span.start) index += 1;
      const line = lines[index];
      return line === undefined
        ? []
        : [{ path: file.path, line: line.number, added: line.added, ...secretAt(content, span) }];
    });
  };
  return [...placed(proven), ...placed(hintsIn(content, proven, file.path))];
}

function secretAt(
  content: string,
  { kind, start, end, ...rest }: FoundSecret,
): Pick<Secret, "kind" | "value" | "isHint" | "isOnlyHere" | "isPlaceholder"> {
  return { kind, value: content.slice(start, end), ...rest };
}

const ownKind = "key-of-ours";

function ownValues(own: readonly string[]): string[] {
  return own.flatMap((value) => value.split(/\r?\n/)).filter((line) => line.length >= 16);
}

function ownIn(file: ChangedFile, own: readonly string[]): Secret[] {
  const lines = linesOf(file);
  return ownValues(own).flatMap((value) => {
    const line = lines.find(({ text }) => text.includes(value));
    return line === undefined
      ? []
      : [{ path: file.path, line: line.number, kind: ownKind, value, added: line.added, isHint: true }];
  });
}

function linesOf(file: ChangedFile): { text: string; number: number; added: boolean }[] {
  return file.hunks.flatMap((hunk) =>
    hunk.lines.map(({ text, head, base, kind }) => ({ text, number: head ?? base ?? 1, added: kind === "added" })),
  );
}

function addedLines(file: ChangedFile): Map<number, string> {
  return new Map(linesOf(file).flatMap(({ text, number, added }) => (added ? [[number, text]] : [])));
}

function lineStarts(content: string): number[] {
  return [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function draftOf(secret: Secret, quote: string): Draft {
  const kind = secretNoun(secret.kind);
  const lowered = reasonToLower(secret);
  return {
    rule: secretRule.id,
    severity: lowered === null ? "P0" : "P1",
    category: "security",
    title: `A secret (${kind}) is committed in plain text`,
    detail: `The added line holds a credential. Anyone who can read the repository, a fork, a clone or a build log can use it, and removing the line later leaves it in the history.${lowered ?? ""}`,
    path: secret.path,
    line: secret.line,
    quote,
    failurePath: `read access to the repository → the ${kind} on this line → use of the account it belongs to`,
    fix: "Revoke the credential, take it out of the branch's history, and read it from the environment or a secret store.",
  };
}

/** Test material usually opens nothing, and the text cannot prove it: one step lower, never dropped. */
function reasonToLower({ path, value }: Secret): string | null {
  if (isTestPath(path))
    return " It is listed one step lower because it is in a test path: check that it was made for the tests.";
  return /^[srp]k_test_/.test(value)
    ? " It is listed one step lower because it is a key of the vendor's test mode."
    : null;
}
