import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Agent } from "../domain/agent.ts";
import type { ChangedFile } from "../domain/change.ts";
import type { Draft } from "../domain/finding.ts";
import type { Secret, SecretScanner } from "../domain/ports.ts";
import { capped } from "./capped.ts";
import { hiddenDrafts } from "./hidden-characters.ts";

// On by default, it keeps an entry for each rule and file for ever, which a long-lived process cannot afford.
secretLintProfiler.setEnabled(false);

/** Shapes that the secretlint preset does not know, or knows only in an older form (installation tokens carry dots since 2026). */
const shapes: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["aws-access-key-id", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ["private-key", /-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY-----[A-Za-z0-9+/=\s\\n]*(?:-----END)?/g],
  ["model-api-key", /\bsk-[A-Za-z0-9_-]{20,}/g],
  ["github-token", /\bgh[pousr]_[A-Za-z0-9._-]{36,}|\bgithub_pat_[A-Za-z0-9_]{36,}/g],
];

/** Finds secrets in every line of the diff, so that none reaches a provider; `added` ones are also findings. */
export const secretScanner: SecretScanner = {
  async scan(files) {
    const found = await Promise.all(files.map(secretsOf));
    return found.flat();
  },
  async scanText(text) {
    const spans = await spansIn(text);
    return spans.map(({ kind, start, end }) => ({ kind, value: text.slice(start, end) }));
  },
};

/**
 * The offline `secrets` seat: reads every added line of every text, whatever its language. It reports where a secret is, never what it is, and
 * characters that a reader cannot see.
 */
export function secretsAgent(scanner: SecretScanner): Agent {
  return {
    async propose({ batch }) {
      const files = batch.parts.map(({ file }) => file);
      const secrets = await scanner.scan(files);
      const lines = new Map(files.map((file) => [file.path, addedLines(file)]));
      const all = oneALine(secrets.filter(({ added }) => added)).map((secret) =>
        draftOf(secret, lines.get(secret.path)?.get(secret.line) ?? ""),
      );
      const drafts = [...all, ...files.flatMap(hiddenDrafts)];
      return { ...capped(drafts, "secrets"), dropped: [], residualRisks: [], openQuestions: [] };
    },
  };
}

/** Each finding quotes its whole line: thousands of secrets on a line of a megabyte would be gigabytes. */
function oneALine(secrets: readonly Secret[]): Secret[] {
  const lines = Map.groupBy(secrets, ({ path, line, kind }) => `${kind} ${line} ${path}`);
  return [...lines.values()].flatMap(([first]) => first ?? []);
}

/** A review asks twice about each file: for the mask that models see it through, and for the findings. */
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
  const spans = await spansIn(content);
  const starts = lineStarts(content);
  let index = 0;
  return spans.flatMap(({ kind, start, end }) => {
    const value = content.slice(start, end);
    while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= start) index += 1;
    const line = lines[index];
    if (line === undefined) return [];
    return [{ path: file.path, line: line.number, kind, value, added: line.added }];
  });
}

async function spansIn(content: string): Promise<Span[]> {
  const spans = united([...shapeSpans(content), ...(await lintSpans(content))]);
  return spans.filter(({ start, end }) => !isExample(content.slice(start, end)));
}

/** Overlapping spans are one secret, named as the first of them that was given. */
function united(spans: readonly Span[]): Span[] {
  const inOrder = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start);
  const result: (Span & { readonly given: number })[] = [];
  for (const [given, { kind, start, end }] of inOrder) {
    const last = result.at(-1);
    if (last === undefined || last.end <= start) result.push({ kind, start, end, given });
    else {
      const first = given < last.given ? { kind, given } : { kind: last.kind, given: last.given };
      result.splice(-1, 1, { ...first, start: last.start, end: Math.max(last.end, end) });
    }
  }
  return result.map(({ kind, start, end }) => ({ kind, start, end }));
}

interface Span {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** `maskSecrets` is not optional: without it the messages carry the secret. */
async function lintSpans(content: string): Promise<Span[]> {
  const { messages } = await lintSource({
    source: { content, filePath: "change.txt", ext: ".txt", contentType: "text" },
    options: { maskSecrets: true, config: { rules: [{ id: "preset", rule: creator, options: {} }] } },
  });
  return messages.map(({ ruleId, range: [start, end] }) => ({ kind: ruleId.replace(/^.*rule-/, ""), start, end }));
}

function shapeSpans(content: string): Span[] {
  return shapes.flatMap(([kind, pattern]) =>
    [...content.matchAll(pattern)].map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
}

/** Documentation samples: the vendors' own EXAMPLE keys, and stand-ins such as `sk-xxxxxxxx`. */
function isExample(value: string): boolean {
  return /EXAMPLE/.test(value) || new Set(value).size < 8;
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
  const kind = secret.kind.replaceAll("-", " ");
  return {
    severity: "P0",
    category: "security",
    title: `A secret (${kind}) is committed in plain text`,
    detail:
      "The added line holds a credential. Whoever can read the repository, a fork, a clone or a build log can use it, and removing the line later leaves it in the history.",
    path: secret.path,
    line: secret.line,
    quote,
    failurePath: `read access to the repository → the ${kind} on this line → use of the account it belongs to`,
    fix: "Revoke the credential, take it out of the branch's history, and read it from the environment or a secret store.",
  };
}
