const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Whether a value looks drawn by a machine: letters of both cases and digits alternate often, or it is long
 * hexadecimal. Words, names in kebab or camel case, UUIDs and checksums that name their algorithm do not count.
 */
export function isRandom(value: string): boolean {
  if (uuid.test(value) || /^(?:sha|md)\d/i.test(value) || new Set(value).size < 8) return false;
  if (!/[a-z]/i.test(value)) return false;
  if (/^[0-9a-f]{32,}$/i.test(value)) return /\d/.test(value);
  const parts = value.match(/[a-z0-9]+/gi) ?? [];
  const pairs = parts.reduce((sum, part) => sum + part.length - 1, 0);
  const changes = parts.reduce(
    (sum, part) => sum + (part.match(/[a-z](?=[A-Z0-9])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0),
    0,
  );
  return (
    (changes >= 4 && changes >= pairs / 5) ||
    (parts.length === 1 && value.length >= 28 && /\d/.test(value) && bitsOf(value) >= 4.2)
  );
}

/** Shannon entropy in bits per character. */
function bitsOf(value: string): number {
  const counts = [...Map.groupBy(value, (sign) => sign).values()].map(({ length }) => length / value.length);
  return -counts.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

const stand =
  /^(?:(?:my|your|the|test|some)[-_]?)?(?:password|passwd|pass|pwd|secret|token|changeme|example|test|postgres|root|admin|guest|user(?:name)?|mysql|redis|foo|bar|x{3,}|\*+|\.+)\d{0,4}$/i;

/** Placeholders for a password: a template, a piece of code, or a common sample word. */
export function isStandIn(value: string): boolean {
  return /["'`(){}<>[\],;\\|]|\$\w|%[sdv]$/.test(value) || stand.test(value);
}

/** A password that only marks the place for one: sample words, a template, or the user's name repeated. */
export function isSamplePassword(password: string, user: string): boolean {
  if (/^(?:\$\w+|\$?\{{1,2}[^{}]*\}{1,2}|<[^<>]*>|%(?:\(\w*\)|\{\w*\})?[sdv]?|\*+)$/.test(password)) return true;
  const words = password.replaceAll(/%[0-9a-f]{2}/gi, decoded).split(/[^A-Za-z0-9]+/);
  return words.every((word) => word === "" || word === user || stand.test(word) || sampleWord.test(word));
}

/** The character behind a percent escape in an address. It belongs to the password like any other. */
function decoded(encoded: string): string {
  return String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
}

const sampleWord = /^(?:my|your|the|some|a|here|change|me|replace|with|example|sample|dummy|fake|placeholder|p)$/i;
