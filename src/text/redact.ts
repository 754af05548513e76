/** Secrets by their look. A named group `keep` stays in the text. Every pattern is linear: bounded, or with one possible start per run. */
const shapes: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    "private key",
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,60}-----|(?:[\s+>"'\\,]*[A-Za-z0-9+/=]{16,})*)/g,
  ],
  ["github token", /gh[pousr]_[A-Za-z0-9._-]{36,}|github_pat_[A-Za-z0-9_]{22,}/g],
  ["api key", /(?<![A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{20,}|[sr]k_live_[A-Za-z0-9]{16,}|npm_[A-Za-z0-9]{36})/g],
  ["aws key", /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g],
  ["google key", /AIza[A-Za-z0-9_-]{35}/g],
  ["slack token", /xox[a-z]-[A-Za-z0-9-]{10,}/g],
  ["jwt", /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g],
  [
    "authorization",
    /(?<keep>\b(?:authorization["']?\s{0,9}[:=]\s{0,9}["']?(?:(?:bearer|basic|token)\s{1,9})?|bearer\s{1,9}|x-api-key["']?\s{0,9}[:=]\s{0,9}["']?))[A-Za-z0-9._~+/=-]{16,}/gi,
  ],
  [
    "query value",
    /(?<keep>[?&](?:key|api[_-]?key|(?:access[_-]?|auth[_-]?)?token|(?:client[_-]?)?secret|password|sig|signature)=)[A-Za-z0-9%._~+/=-]{6,}/gi,
  ],
  ["password", /(?<keep>:\/\/[^\s/:@]{1,100}:)[^\s/:@]{3,200}(?=@)/g],
];

const placeholder =
  /(\[redacted (?:secret|private key|github token|api key|aws key|google key|slack token|jwt|authorization|query value|password)\])/;
const shortest = 6;

const longestWord = 12;

/**
 * Whether a value can be taken out of texts. Endpoints that want no key are given a word ("ollama", "lm-studio"), which protects nothing and
 * stands in paths and prose.
 */
export function isTelling(secret: string): boolean {
  return secret.length >= shortest && !(secret.length < longestWord && /^[a-z]+(?:[-_ ][a-z]+)*$/i.test(secret));
}

/**
 * Replaces secrets by `[redacted <kind>]`: the given values (those of `isTelling`; also URL-encoded, JSON-escaped and in Base64, at any
 * offset) and whatever has the shape of a key. Applying it twice changes nothing more.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const values = [...new Set(secrets.filter(isTelling).flatMap(formsOf))].sort(
    (one, other) => other.length - one.length,
  );
  let before = text;
  let after = redactOnce(before, values);
  // A replaced neighbour can free the start of another secret, so a second look may find more; each look replaces something or is the last.
  while (after !== before) {
    before = after;
    after = redactOnce(before, values);
  }
  return after;
}

/** `redact` on every string of plain data, keys excepted. */
export function redactAll<Data>(data: Data, secrets: readonly string[]): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === "string" ? redact(value, secrets) : value,
  );
}

function redactOnce(text: string, values: readonly string[]): string {
  let result = text;
  for (const value of values) result = outside(result, (part) => part.replaceAll(value, "[redacted secret]"));
  for (const [kind, pattern] of shapes) {
    const kept = pattern.source.includes("?<keep>") ? "$<keep>" : "";
    result = outside(result, (part) => part.replace(pattern, `${kept}[redacted ${kind}]`));
  }
  return result;
}

/** Works on what stands between placeholders, so that a secret named "redacted" cannot eat its own placeholder. */
function outside(text: string, change: (part: string) => string): string {
  return text
    .split(placeholder)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

function formsOf(secret: string): readonly string[] {
  const wellFormed = secret.toWellFormed();
  const forms = [secret, encodeURI(wellFormed), encodeURIComponent(wellFormed), JSON.stringify(secret).slice(1, -1)];
  // A key file leaks by its lines too, wherever a diff or a log prefixes each of them.
  const lines = secret.includes("\n") ? secret.split(/\r?\n/).filter((line) => line.length >= 16) : [];
  return [...forms, ...lines, ...base64Forms(secret, "base64"), ...base64Forms(secret, "base64url")];
}

/** Inside a longer Base64 text (`user:token`) a value looks different at each of three offsets; the characters it shares with neighbours are left. */
function base64Forms(secret: string, encoding: "base64" | "base64url"): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const encoded = bytes.toString(encoding).replaceAll("=", "");
    return encoded.slice(Math.ceil((offset * 4) / 3), bytes.length % 3 === 0 ? undefined : -1);
  });
}
