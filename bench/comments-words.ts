/** The words that comments are made of. A comment draws some of its matter's words, some of its own and some that every comment has. */
export type Draw = (...keys: readonly (string | number)[]) => number;

/** Twelve words each. Two matters of one topic are the confusable ones. */
export const topics: readonly (readonly string[])[] = [
  "null undefined optional missing dereference guard absent unset initialised default nullable crash",
  "race lock mutex concurrent thread atomic interleave shared synchronised goroutine simultaneous ordering",
  "injection query sanitise escape parameter untrusted sql interpolation attacker concatenated bind statement",
  "leak close handle connection released pool descriptor finally dispose exhausted socket stream",
  "overflow integer bounds index range length truncated negative offset boundary underflow array",
  "permission authorise role access bypass admin tenant ownership forbidden privilege policy scope",
  "token session expiry credential signature secret rotate login password verified issuer refresh",
  "cache stale invalidate key eviction entry refreshed ttl outdated lookup collision miss",
  "retry timeout backoff deadline attempt idempotent repeated failure exponential transient duplicate abort",
  "encoding unicode utf8 charset decode byte locale normalise casing character codepoint string",
  "migration schema column rollback constraint index foreign nullable backfill table transaction deploy",
  "pagination cursor limit page offset sorted batch truncated total next remaining fetch",
  "exception swallowed catch rethrow logged silent error propagated ignored handler unexpected wrapped",
  "timezone date daylight utc midnight epoch calendar instant parsed interval clock duration",
  "rounding currency decimal float precision cents amount sum total money divided multiply",
  "event listener subscribe unmount cleanup callback fired handler observer removed twice emitter",
  "typo naming misleading comment documentation rename wording spelling readability unclear label description",
  "test assertion mock fixture flaky coverage expected snapshot skipped verifies stubbed deterministic",
  "loop quadratic allocation slow repeated nested memory scan performance hot complexity iterate",
  "config flag environment default toggle deprecated option override fallback setting enabled production",
].map((words) => words.split(" "));

const verbs = "load parse fetch update merge render build apply resolve validate sync publish collect assign".split(
  " ",
);
const nouns =
  "Order Invoice Header Session Tenant Report Payload Schedule Upload Profile Message Cursor Ledger Webhook Region".split(
    " ",
  );

/** What every comment says, whatever it is about. */
const common =
  "this code value method function result returns called when should before because after instead change line here will never always caller request user data object path could".split(
    " ",
  );

/** Words that one comment happens to use. */
const loose =
  "probably consider breaks happens behaviour reaches existing upstream downstream branch early eventually condition explicit implicit contract assumption callers helper wrapper response client server worker job queue record field property variable argument signature type check ensures avoids leads causes allows prevents depends relies passes receives produces contains replaces skips keeps sets reads writes creates deletes removes adds moves first last second single multiple whole partial empty valid invalid correct wrong safe unsafe original previous current following specific general internal external local global direct simple rare common".split(
    " ",
  );

export function symbolFor(draw: Draw): string {
  return `${pick(verbs, draw("verb"))}${pick(nouns, draw("noun"))}`;
}

export function pick<T>(values: readonly T[], position: number): T {
  const value = values[Math.floor(position * values.length)];
  if (value === undefined) throw new Error("there is nothing to pick from");
  return value;
}

/** `count` different values, in an order of their own: the first steps of a shuffle. */
export function sample<T>(values: readonly T[], count: number, position: number): T[] {
  const rest = [...values];
  let state = Math.floor(position * 2 ** 32);
  const taken: T[] = [];
  while (taken.length < count && rest.length > 0) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    taken.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return taken;
}

export interface Phrasing {
  readonly symbol: string;
  readonly words: readonly string[];
}

/** How one comment says it. `closeness` is the share of its content words that are its matter's own. */
export function worded({ symbol, words }: Phrasing, closeness: number, draw: Draw): { title: string; detail: string } {
  const content = 10;
  const own = Math.max(1, Math.round(content * closeness));
  const fromMatter = sample(words, own, draw("matter"));
  const fromSelf = sample(loose, content - own, draw("self"));
  const filler = sample(common, 9, draw("common"));
  const named = draw("names") < 0.6 ? [`\`${symbol}\``] : [];
  const heading = sample(words.slice(0, 5), Math.max(2, Math.round(5 * closeness)), draw("heading"));
  const rest = fromSelf.slice(0, Math.max(0, 4 - heading.length));
  const title = [...heading, ...rest, ...(draw("titled") < 0.5 ? [`in ${symbol}`] : [])].join(" ");
  const body = sample([...fromMatter, ...fromSelf, ...filler, ...named], 40, draw("order"));
  return { title, detail: `${body.join(" ")}.` };
}
