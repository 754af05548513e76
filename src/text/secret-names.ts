/** Words that belong to a secret without being one, as the last word of a name. Lists of names are in one string to be read. */
const besides = new Set(
  [
    "hash hashes hashed digest sum checksum id ids name names uri url urls path paths dir file files filename field fields label labels",
    "type types kind length size count counts expiry expires expiration expired ttl age regex regexp pattern header headers prefix suffix",
    "format hint policy algorithm alg issuer audience version status state index limit limits budget timeout error errors message messages",
    "title description placeholder text help page route endpoint host port class style icon param params parameter event mode method scheme",
    "strategy provider scope scopes user username role component view form input button template stdin env environment variable var",
    "enabled required max min usage region",
  ]
    .join(" ")
    .split(" "),
);

const keyed = new Set(
  "api access private signing encryption auth account shared master subscription service deploy admin client app webhook session storage ssh secret".split(
    " ",
  ),
);

/** Every name of a secret contains one of these. */
export const nameTrigger = /pass|pwd|secret|token|auth|private|credential|pin|key/gi;

/** A word of a name, without the digits and the plural at its end. */
function stem(word: string): string {
  const bare = word.replace(/\d+$/, "");
  return bare === "pass" ? bare : bare.replace(/s$/, "");
}

/** The words of a name in camel case, snake case or kebab case, in lower case. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

const endings: readonly (readonly [kind: string, ending: RegExp])[] = [
  ["password", /(?:password|passwd|passphrase|pwd)$/],
  ["api key", /apikey$/],
  ["secret", /secret$/],
  ["token", /token$/],
  ["credential", /credential$/],
  ["pin", /^pin$/],
  ["auth", /^auth$/],
  ["private value", /^private$/],
];

/** The kind of secret that a name says it holds; null for every other name. */
export function kindOfName(name: string): string | null {
  const all = wordsOf(name);
  const last = all.at(-1);
  if (last === undefined || besides.has(last)) return null;
  const stems = all.map(stem);
  const isKey = stem(last) === "key" && keyed.has(stems.at(-2) ?? "");
  if (isKey) return keyKinds[stems.at(-2) ?? ""] ?? "access key";
  if (stem(last) === "pass") return "password";
  return endings.find(([, ending]) => stems.some((one) => ending.test(one)))?.[0] ?? null;
}

const keyKinds: Readonly<Record<string, string>> = { api: "api key", private: "private key", secret: "secret" };
