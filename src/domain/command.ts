import type { Dismissal } from "./decisions.ts";

/** What a person asks for in a comment. `finding` and `of` are 8 hex digits, `head` a full sha; `why` is untrusted and cut. */
export type Command =
  | { readonly kind: "review"; readonly isFull: boolean }
  | { readonly kind: "plan"; readonly question: string }
  | { readonly kind: "explain" | "reopen"; readonly finding: string }
  | {
      readonly kind: "dismiss";
      readonly finding: string;
      readonly as: Dismissal["kind"];
      readonly of: string | null;
      readonly why: string;
    }
  | { readonly kind: "override"; readonly head: string; readonly why: string }
  | { readonly kind: "pause" | "resume" | "status" | "help" };

/** A command about the pull request that it is given on; a question can be asked anywhere. */
export type Steering = Exclude<Command, { kind: "plan" }>;

/** A command of ours with an argument that is missing or wrong: which, its value, and the right form. */
export interface Malformed {
  readonly kind: "malformed";
  readonly problem: string;
  /** Untrusted. */
  readonly value: string;
  readonly form: string;
}

type Word = Command["kind"];

interface Entry {
  readonly form: string;
  readonly does: string;
  readonly who: string;
  readonly read: (given: string) => Command | Omit<Malformed, "kind" | "form">;
}

const writers = "write";
const maintainers = "maintain or admin";
const longestWhy = 500;
const longestQuestion = 3_500;

/** The commands of design §12, one row each: the help is made of it. */
export const grammar: Readonly<Record<Word, Entry>> = {
  review: {
    form: "/debate review [full]",
    does: "debates this head anew; `full` replays no earlier answer, and goes on past a spent budget",
    who: `${writers}; past a spent budget ${maintainers}`,
    read: (given) =>
      given === "" || given === "full"
        ? { kind: "review", isFull: given === "full" }
        : { problem: "takes nothing, or `full`", value: given },
  },
  plan: {
    form: "/debate plan <question>",
    does: "answers with a plan that the model seats argued out, in one comment; on an issue too",
    who: writers,
    read: (given) =>
      isSaid(given)
        ? { kind: "plan", question: cut(given, longestQuestion) }
        : { problem: "needs a question", value: given },
  },
  explain: {
    form: "/debate explain <id>",
    does: "tells the debate about a finding: who raised it, the votes, the hearing",
    who: writers,
    read: (given) => (isId(given) ? { kind: "explain", finding: given } : noId(given)),
  },
  dismiss: {
    form: "/debate dismiss <id> <false-positive|wont-fix|duplicate-of:ID> [why]",
    does: "takes a finding out of the verdict, also on later pushes and in other words",
    who: `${writers}; a finding that blocks: somebody other than the pull request's author, or admin`,
    read: dismissal,
  },
  reopen: {
    form: "/debate reopen <id>",
    does: "takes a dismissal back",
    who: writers,
    read: (given) => (isId(given) ? { kind: "reopen", finding: given } : noId(given)),
  },
  override: {
    form: "/debate override <full head sha> <why>",
    does: "lets this one commit pass, whatever was found; the check says so for ever, and the next push ends it",
    who: maintainers,
    read: override,
  },
  pause: bare("pause", "reviews no new head until `/debate resume`; the check of a new head fails meanwhile"),
  resume: bare("resume", "ends the pause and reviews the head"),
  status: bare("status", "tells what stands: the result, the open findings with their ids, the panel, what was spent"),
  help: bare("help", "shows this table"),
};

/**
 * The command in a comment: the first token of its first line, exactly (design §12). A quote, a fence, a leading blank, a second blank or a
 * look-alike letter is no command, and null; a command with wrong arguments is said to be one.
 */
export function readCommand(body: string): Command | Malformed | null {
  const line = (body.split(/\r\n|\n|\r/, 1)[0] ?? "").replace(/[ \t]+$/, "");
  const [, word = "", given = ""] = /^\/debate ([a-z]+)(?: (.*))?$/.exec(line) ?? [];
  const entry = Object.entries(grammar).find(([name]) => name === word)?.[1];
  if (entry === undefined) return null;
  const read = entry.read(given);
  return "kind" in read ? read : { kind: "malformed", ...read, form: entry.form };
}

function bare(kind: "pause" | "resume" | "status" | "help", does: string): Entry {
  return {
    form: `/debate ${kind}`,
    does,
    who: writers,
    read: (given) => (given === "" ? { kind } : { problem: "takes nothing", value: given }),
  };
}

function dismissal(given: string): ReturnType<Entry["read"]> {
  const [finding = "", as = "", ...rest] = given.split(" ");
  if (!isId(finding)) return noId(finding);
  const why = cut(rest.join(" ").trim(), longestWhy);
  if (as === "false-positive" || as === "wont-fix") return { kind: "dismiss", finding, as, of: null, why };
  const of = /^duplicate-of:(?<id>.*)$/.exec(as)?.groups?.["id"];
  if (of === undefined)
    return { problem: "needs a kind: `false-positive`, `wont-fix` or `duplicate-of:ID`", value: as };
  return isId(of) ? { kind: "dismiss", finding, as: "duplicate", of, why } : noId(of);
}

function override(given: string): ReturnType<Entry["read"]> {
  const [head = "", ...rest] = given.split(" ");
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(head))
    return { problem: "needs the full sha of the head, 40 or 64 hex digits", value: head };
  const why = cut(rest.join(" ").trim(), longestWhy);
  return isSaid(why) ? { kind: "override", head, why } : { problem: "needs a reason after the sha", value: why };
}

function noId(value: string): Omit<Malformed, "kind" | "form"> {
  return { problem: "needs the id of a finding, 8 hex digits", value };
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text);
}

/** Something that a reader can see. */
function isSaid(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}
