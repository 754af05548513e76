import picomatch from "picomatch";
import { isPowerful } from "../../code/diff/path-kinds.ts";
import type { ChangedFile, Line } from "../../domain/change.ts";
import type { Draft } from "../../domain/finding.ts";
import { type Hidden, hiddenIn } from "../../text/hidden.ts";
import { visible } from "../../text/text.ts";
import { hiddenNameRule, hiddenRules } from "../rules/built-in-rules.ts";

/** More lines of one file would repeat the same finding. The last finding has the total. */
const mostLines = 20;
const longestQuote = 300;

/** Files that people only read, and texts of other languages, where a hidden character is usually intended. */
const prose = picomatch(
  [
    "**/*.{md,markdown,mdx,rst,adoc,txt,text,tex,csv,tsv,srt,vtt,snap,ansi,cast}",
    "**/*.{po,pot,xlf,xliff,arb,strings,stringsdict,resx,properties,ftl,lang}",
    "**/{locale,locales,i18n,l10n,lang,langs,language,languages,translations,messages}/**/*.{json,json5,yml,yaml,toml,xml}",
    "**/values-*/*.xml",
    "{LICENSE,NOTICE,AUTHORS,CONTRIBUTORS,COPYING}*",
  ],
  { dot: true, nocase: true },
);

const severities = { grave: "P0", usual: "P1", mild: "P2" } as const;

/**
 * Findings about invisible characters in added lines and in new names. They are about the text, so they also hold in
 * comments and tests.
 */
export function hiddenDrafts(file: ChangedFile): Draft[] {
  if (file.kind === "binary" || file.kind === "submodule") return [];
  const isCode = isPowerful(file.path) || !prose(file.path);
  const added = file.hunks.flatMap(({ lines }) => lines.filter(({ kind }) => kind === "added"));
  const found = added.flatMap((line) => {
    const hidden = hiddenIn(line.text, { isCode, startsFile: line.head === 1 });
    return hidden === null ? [] : [{ line, hidden }];
  });
  const ranked = (["grave", "usual", "mild"] as const).flatMap((weight) =>
    found.filter(({ hidden }) => hidden.weight === weight),
  );
  const kept = ranked.slice(0, mostLines);
  const drafts = kept.map(({ line, hidden }) => draftOf(file, line, hidden));
  const more = ranked.length - kept.length;
  const last = drafts.at(-1);
  if (more > 0 && last !== undefined)
    drafts.splice(-1, 1, { ...last, detail: `${last.detail} ${more} more lines of this file hold such characters.` });
  return [...nameDrafts(file, added), ...drafts];
}

/**
 * A file keeps a name that the base has. A name has no line of its own, so its finding is placed at the first line that
 * can carry one.
 */
function nameDrafts(file: ChangedFile, added: readonly Line[]): Draft[] {
  if (file.status === "modified" || file.status === "removed") return [];
  const hidden = hiddenIn(file.path, { isCode: true });
  const line = added.find(({ text }) => text.trim() !== "");
  if (hidden === null || line === undefined) return [];
  const { detail: _, ...draft } = draftOf(file, line, { ...hidden, at: 0 });
  return [
    {
      ...draft,
      rule: hiddenNameRule.id,
      severity: "P1",
      title: hiddenNameRule.title,
      detail: `The name holds ${hidden.names.join(", ")}. With escapes it reads \`${excerpt(file.path, hidden.at)}\`.`,
      failurePath: hiddenNameRule.failurePath,
      fix: hiddenNameRule.fix,
    },
  ];
}

function draftOf({ path }: ChangedFile, { text, head }: Line, { kind, weight, at, names }: Hidden): Draft {
  const { title, failurePath, fix } = hiddenRules[kind];
  return {
    rule: hiddenRules[kind].id,
    severity: severities[weight],
    category: "security",
    title,
    detail: `The line holds ${names.join(", ")}. With escapes it reads \`${excerpt(text, at)}\`.`,
    path,
    ...(head === null ? {} : { line: head }),
    quote: quoteOf(text, at),
    failurePath,
    fix,
  };
}

function excerpt(text: string, at: number): string {
  return visible(text.slice(Math.max(0, at - 60), at + 60))
    .trim()
    .replaceAll("`", "'");
}

/**
 * The whole line, or the part of a long line around the character. It begins and ends between plain letters, where
 * escapes cannot change.
 */
function quoteOf(text: string, at: number): string {
  if (text.length <= longestQuote) return text;
  const start = text.slice(0, Math.max(0, at - longestQuote / 2)).search(/[\x21-\x7e]{2}[^\x21-\x7e]*$/);
  const after = at + longestQuote / 2;
  const end = text.slice(after).search(/[\x21-\x7e]{2}/);
  return text.slice(start === -1 ? 0 : start + 1, end === -1 ? text.length : after + end + 1);
}
