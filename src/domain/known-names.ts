const longestShown = 60;

/** "X uses the unknown persona "y". Known personas: …", with the nearest known name; null if the name is known. */
export function unknownName(
  { user, kind, given }: { readonly user: string; readonly kind: string; readonly given: string },
  known: readonly string[],
): string | null {
  if (known.includes(given)) return null;
  const listed = kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return `${user} uses the unknown ${kind} ${quoted(given)}. Known ${listed}: ${known.join(", ")}.${meant(given, known)}`;
}

/** ` Did you mean "x"?`, or an empty string if no known name is near. */
export function meant(given: string, known: readonly string[]): string {
  const word = given.toLowerCase();
  const same = known.find((name) => name.toLowerCase() === word);
  // In a word of three letters another letter makes another word, but a missing one does not.
  const near = known.filter((name) => word.length > 3 || name.length > word.length);
  const best = same ?? (word.length > 2 ? nearest(word, near) : null);
  return best === null ? "" : ` Did you mean "${best}"?`;
}

/** A text in quotes, cut to 60 characters, with invisible characters as escapes. */
export function quoted(text: string): string {
  const printable = text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  const characters = [...`"${printable}"`];
  return characters.length > longestShown ? `${characters.slice(0, longestShown - 2).join("")}…"` : characters.join("");
}

/**
 * The known word with the smallest Levenshtein distance to `word`, at most a third of its length; `null` if none is
 * near.
 */
export function nearest(word: string, known: readonly string[]): string | null {
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate ?? null;
}

function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, character] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const substituted = (row[column - 1] ?? 0) + (character === to[column - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** The points of view that come with the program. Each has a prompt file. Where a change calls for several alike, the first here wins. */
export const personas: readonly string[] = (
  "correctness security " +
  "payments privacy pentester threat-modeler kubernetes ml-engineer data-scientist dba embedded systems-engineer i18n observability " +
  "concurrency data api error-handling performance tests mobile infrastructure supply-chain devops frontend accessibility " +
  "tester documenter researcher analyst coder architect reviewer code-reviewer"
).split(" ");

/** The seats that need no model and are always there. A model under one of these names would pass as a rule engine. */
export const offlineSeatNames: readonly string[] = ["rules", "secrets", "evidence"];

/** What a seat sees besides the change: nothing, the code that the change touches, or what it looks up itself. */
export const views = ["diff", "slice", "tools"] as const;
export type View = (typeof views)[number];

/** How much of a panel delivered. `offline`: it has no model. */
export const panelStates = ["full", "degraded", "failed", "offline"] as const;

/** How seats work together before and between the votes. */
export const topologies = ["parallel", "sequential", "hierarchical", "consensus"] as const;
export type TopologyName = (typeof topologies)[number];

/** The read-only tools of a seat: the most that an agent of a lead may have. */
export const readingTools = ["list_files", "read_file", "search", "symbol", "history"] as const;

/** How the judges of a hearing decide. */
export const adjudications = ["supreme-court", "majority", "unanimous"] as const;
export type Adjudication = (typeof adjudications)[number];

export const mostSeats = 16;

/** The forms of the names that a seat consists of. No model begins with `-`: a program could read it as an option. */
export const seatForms = {
  name: /^[a-z0-9-]{1,32}$/,
  provider: /^(?:command:)?[a-z0-9-]{1,32}$/,
  model: /^(?!-)[\x21-\x7e]{1,200}$/,
} as const;

/** The sentence about a seat's unknown persona; null when the persona is known. */
export function problemOfPersona(seat: string, given: string, known = personas): string | null {
  return unknownName({ user: `Seat ${seat}`, kind: "persona", given }, known);
}

/** A name that occurs twice in the list. */
export function nameUsedTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** A point of view that a seat can have, as its file describes it. */
export interface Persona {
  readonly name: string;
  readonly role: string;
  /** The defects that it looks for, one an entry. */
  readonly focus: string;
  readonly directives: string;
  readonly tone: string;
  /** The tools it may use to look things up. */
  readonly tools: readonly string[];
  /** The globs and the kinds of change that call for it. Empty: it is seated by name only. */
  readonly fits: readonly string[];
  /** Its file at the base; null for one that comes with the program. */
  readonly source: string | null;
}

/** How much of the protocol a review runs, from least to most (docs/protocol.md). */
export const effortTiers = ["none", "low", "standard", "high"] as const;

export type EffortTier = (typeof effortTiers)[number];
