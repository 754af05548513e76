import { type RuleInfo, rulePage, secretRuleId } from "../../domain/rule-info.ts";
import type { HiddenKind } from "../../text/hidden.ts";
import type { RuleText } from "./rule.ts";

/** A rule that is code instead of a YAML file, documented like any other rule. */
export interface BuiltInRule extends RuleText {
  /** By the kind of defect, as on the page of the rules. */
  readonly severity: string;
}

export const secretRule: BuiltInRule = {
  id: secretRuleId,
  severity: "P0",
  title: "A secret is committed in plain text",
  message:
    "An added line holds a credential: a key, a token, a private key or a password in an address. Anyone who can read the repository, a fork, a clone or a build log can use it, and removing the line later leaves it in the history.",
  failurePath: "read access to the repository → the secret → use of the account that it belongs to",
  fix: "Revoke the credential, take it out of the branch's history, and read it from the environment or a secret store.",
};

const message =
  "An added line holds characters that a reader cannot see. The finding names them by their code points and shows the line with escapes.";
const fix = "Delete the characters; where a text needs them, write them as escapes.";

export const hiddenRules: Readonly<Record<HiddenKind, BuiltInRule>> = {
  order: {
    id: "hidden-characters-order",
    severity: "P0 to P2",
    title: "Hidden characters change the order in which this line is shown",
    message,
    failurePath:
      "an editor shows the line in a different order from the one in which it is read → code looks like a comment or a string, or the other way round",
    fix,
  },
  tags: {
    id: "hidden-characters-tags",
    severity: "P1",
    title: "This line contains invisible tag characters",
    message,
    failurePath:
      "tag characters spell words that no editor shows → a model or a program that reads the line reads them",
    fix,
  },
  selectors: {
    id: "hidden-characters-selectors",
    severity: "P1 to P2",
    title: "This line contains variation selectors that select nothing",
    message,
    failurePath:
      "selectors after a character can hold bytes that no editor shows → a program decodes and runs them, or a model reads them",
    fix,
  },
  invisible: {
    id: "hidden-characters-invisible",
    severity: "P1",
    title: "This line contains invisible characters",
    message,
    failurePath:
      "two names or texts that look alike differ, or a name looks like a blank → the line does something other than it says",
    fix,
  },
  break: {
    id: "hidden-characters-break",
    severity: "P1 to P2",
    title: "This line contains a line break that is not shown as one",
    message,
    failurePath:
      "an editor or a diff shows one line → the language reads two, so what looks like the rest of a comment is code",
    fix,
  },
  control: {
    id: "hidden-characters-control",
    severity: "P1 to P2",
    title: "This line contains a control character",
    message,
    failurePath: "a terminal or a pager obeys the character → it shows something other than the line contains",
    fix,
  },
};

export const hiddenNameRule: BuiltInRule = {
  id: "hidden-characters-name",
  severity: "P1",
  title: "The name of this file contains hidden characters",
  message: "The name of a new or moved file holds characters that a reader cannot see.",
  failurePath:
    "the name shown is not the real name → people and tools that search for the name they see open another file",
  fix: "Rename the file.",
};

/** In the order of the documentation. */
export const builtInRules: readonly BuiltInRule[] = [secretRule, ...Object.values(hiddenRules), hiddenNameRule];

/**
 * The reports' information on each rule. Only shipped rules have a page. A repository's own rule with the same id is
 * shown as its own.
 */
export function ruleInfos(shipped: readonly RuleText[], own: readonly RuleText[]): RuleInfo[] {
  const ours = [...builtInRules, ...shipped].filter(({ id }) => !own.some((rule) => rule.id === id));
  return [...ours.map((rule) => infoOf(rule, rulePage(rule.id))), ...own.map((rule) => infoOf(rule, null))];
}

function infoOf({ id, title, message, failurePath, fix }: RuleText, url: string | null): RuleInfo {
  const parts = [message, `Why it fails: ${failurePath}`, `Fix: ${fix}`];
  return { id, title, help: parts.map((part) => part.trim()).join("\n\n"), url };
}
