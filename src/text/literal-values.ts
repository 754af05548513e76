import { withoutMasks } from "./mask-form.ts";
import { wordsOf } from "./secret-names.ts";

/** A longer one is not read to its end, so that every search is bounded. */
export const longestValue = 4_000;
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The name of a secret in a text. */
export interface Named extends Span {
  readonly whole: string;
  readonly name: string;
  readonly kind: string;
  /** What stands before the name, as far as it counts. */
  readonly before: string;
  readonly bare: Bare | null | undefined;
}

/** The same for the text before a name. */
export const longestName = 64;
/** How values without quotation marks are written in a file: after which signs, and up to where. */
export interface Bare {
  /** `name: value`, to the end of the line. */
  readonly colon: boolean;
  /** `name = value`. `line`: to the end of the line, `word`: to the next blank. */
  readonly spaced: "line" | "word" | null;
  /** `name=value` */
  readonly tight: "line" | "word" | null;
  /** `name value` after `ENV` or `ARG`. */
  readonly blank: boolean;
}

/** A text that is assigned to the name of a secret. `isString`: it stands in quotation marks. */
export interface Assigned {
  readonly value: string;
  readonly name: string;
  readonly kind: string;
  readonly isString: boolean;
}

/** Types and switches: `password: string`, `token: null`. */
const plainWord =
  /^(?:true|false|yes|no|on|off|null|none|nil|undefined|void|never|any|unknown|optional|required|enabled|disabled|default|string|str|number|u?int(?:eger)?\d*|bool(?:ean)?|float\d*|double|object|array|list|dict|map|bytes?|char|text|date|uint8array)$/i;
/** Values of settings whose names contain `auth`, `token`, `credential` or `private`. */
const settingWord =
  /^(?:auto|inherit|include|omit|same-origin|read|write|basic|bearer|digest|oauth2?|oidc|jwt|saml|ldap|kerberos|anonymous|public|private|internal|user|session|cookie|header|query|body|env|file|vault|latest|next|beta|alpha|canary)$/i;

/** Words that mark the place for a secret. */
const placeholder =
  /^(?:x+|\.+|…|\*+|-+|_+|<[^<>]*>|\[[^\][]*\]|(?:your|insert|enter|replace|put|add|paste)(?:[-_ .]?[a-z])*|(?:an?[-_ ])?(?:example|sample|placeholder|dummy)(?:[-_ ][a-z]+)*|redacted|masked|hidden|tbd|todo|n\/a)$/i;

/** A package may be called `js-tokens` or `basic-auth`: its version, and where it is from. Also the name of a variable. */
const version =
  /^[~^<>=]{0,2}\s?v?\d+(?:\.[\dx*]+){1,2}(?:[-+][\w.-]+)?(?:\s*\|\|.*)?$|^(?:workspace|npm|catalog|link|github|git\+\w+):\S*$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Where a secret is kept, instead of the secret. */
const reference =
  /^(?:\$\w+|%\w+%|\$?\$?\{{1,2}[^{}]*\}{1,2}|\$\([^()]*\)|%\(\w+\)s|%[sdv]|[@:]\w+|(?:secrets?|env|vars?|process|os|local|data|module|config|settings|params|args|inputs|steps|self|this|req|request)\.[\w.[\]'"-]+|(?:https?|vault|op|arn|ssm|file|env|secretsmanager|keyring):\S+|(?:\.{1,2}|~)\/\S*|\/[\w.-]+(?:\/[\w.-]+)+)$/i;

/** A name with members or an index, or a call. Code must stay visible, or an author could hide it as a secret. */
const code = /^[a-z_$][\w$]*(?:(?:\.|::|->|\?\.)[a-z_$][\w$]*)+$|[\w$]\s?\([^()]*\)|^[a-z_$][\w$]*\[[^\]]*\]$/i;

const shortestNumber = 4;

/** Whether a text that is assigned to the name of a secret is a value of its own: no placeholder, reference, type or code. */
export function isValue({ value: given, name, kind, isString }: Assigned): boolean {
  const value = given.trim();
  if (withoutMasks(value).length < 2 || !/[\p{L}\p{N}]/u.test(value)) return false;
  if (plainWord.test(value) || placeholder.test(value) || reference.test(value) || version.test(value)) return false;
  if (kind !== "password" && kind !== "pin" && settingWord.test(value)) return false;
  if (/^\d+(?:\.\d+)?$/.test(value)) return isNumberOf(kind, name, value, isString);
  if (isSaidByName(value, name) || isSentence(value)) return false;
  // A word with a dot in quotation marks may be a password.
  return isString ? !/[\w$]\([^()]*\)/.test(value) : !code.test(value);
}

/** `maxTokens: 4096` is a setting, `pin: 1234` is not. */
function isNumberOf(kind: string, name: string, value: string, isString: boolean): boolean {
  if (kind === "password" || kind === "pin" || kind === "secret") return value.length >= shortestNumber;
  return isString && !/tokens$/i.test(name) && value.length >= shortestNumber;
}

/** `PASSWORD = "password"` names a field. */
function isSaidByName(value: string, name: string): boolean {
  const said = new Set(wordsOf(name));
  const words = wordsOf(value);
  return /^[\w .:-]+$/.test(value) && words.every((word) => said.has(word) || said.has(word.replace(/s$/, "")));
}

const longestSentence = 200;

/** A text for people: `password: "Enter your password"`. */
function isSentence(value: string): boolean {
  if (value.length > longestSentence) return false;
  return /^\p{Lu}[\p{Ll}'’]*(?:[ ,]+[\p{Ll}'’-]+)+[.?!:…]*$|^\p{L}[\p{L} ,'’-]* [\p{L}'’-]+[.?!:…]+$/u.test(value);
}

/** Letters and digits, long enough to be no word. */
export function isDistinct(value: string): boolean {
  return value.length >= 8 && /[a-z]/i.test(value) && /\d/.test(value) && /^[\w+/=.~!@#%^*-]+$/.test(value);
}
