import type { Rule } from "../../src/panel/rules/rule.ts";
import { type RegexNode, readRegex } from "./regex-syntax.ts";

type Prove = (value: unknown, mentions: readonly string[], utils: Readonly<Record<string, unknown>>) => boolean;

/**
 * Proves that every source text in which a rule can match contains one of its mentions; of a data flow, that all of its sinks do. It knows less than the engine, so
 * `false` can also mean "not proved": then choose other words, or leave `mentions` out. Negations, patterns and constraints prove nothing.
 */
export function isMentionCertain(match: Rule["match"], mentions: readonly string[]): boolean {
  if ("flow" in match) return match.flow.sinks.every(({ call }) => isCertainInRule({ regex: call }, mentions, {}));
  return isCertainInRule(match.rule, mentions, match.utils ?? {});
}

/** All keys of a rule hold at once, so one that proves it is enough. */
const isCertainInRule: Prove = (rule, mentions, utils) =>
  typeof rule === "object" &&
  rule !== null &&
  Object.entries(rule).some(([key, value]) => proofs[key]?.(value, mentions, utils));

const proofs: Readonly<Record<string, Prove>> = {
  has: isCertainInRule,
  inside: isCertainInRule,
  precedes: isCertainInRule,
  follows: isCertainInRule,
  all: (value, ...rest) => Array.isArray(value) && value.some((one) => isCertainInRule(one, ...rest)),
  any: (value, ...rest) => Array.isArray(value) && value.every((one) => isCertainInRule(one, ...rest)),
  regex: (value, mentions) => endsWithout(mentions, readRegex(String(value)), new Set([""])).size === 0,
  kind: (value, mentions) => mentions.some((mention) => keywordOf[String(value)]?.includes(mention)),
  /** Left out while it is being read: a rule that calls itself proves nothing by that. */
  matches: (value, mentions, { [String(value)]: called, ...others }) => isCertainInRule(called, mentions, others),
};

/** The word that a node of this kind starts with, in every grammar that has the kind. */
const keywordOf: Readonly<Record<string, string>> = {
  defer_statement: "defer",
  do_statement: "do",
  false: "False",
  for_in_statement: "for",
  for_statement: "for",
  while_statement: "while",
};

/** The ends of all texts read so far that hold no mention. After unknown characters an end is empty; none left = a mention is certain. */
function endsWithout(mentions: readonly string[], node: RegexNode, ends: ReadonlySet<string>): ReadonlySet<string> {
  const after = (part: RegexNode, before: ReadonlySet<string>) => endsWithout(mentions, part, before);
  if (ends.size === 0) return ends;
  switch (node.kind) {
    case "character":
      return new Set([...ends].map((end) => end + node.text).filter((text) => !endsInOne(text, mentions)));
    case "unknown":
      return new Set([""]);
    case "sequence":
      return node.parts.reduce((before, part) => after(part, before), ends);
    case "choice":
      return new Set(node.parts.flatMap((part) => [...after(part, ends)]));
    case "optional":
      return new Set([...ends, ...after(node.part, ends)]);
    case "any":
      return new Set([...ends, ""]);
    case "some":
      return after(node.part, ends).size === 0 ? new Set() : new Set([""]);
  }
}

function endsInOne(text: string, mentions: readonly string[]): boolean {
  return mentions.some((mention) => text.endsWith(mention));
}
