import type { Change, Line } from "../src/domain/change.ts";
import type { Draft } from "../src/domain/finding.ts";
import { type Category, rank, type Severity, severities } from "../src/domain/severity.ts";

/** What one simulated world fixes; shares are 0–1. docs/simulation.md states the limits of these assumptions. */
export interface World {
  /** Share of the planted bugs that one review finds. */
  readonly recall: number;
  /** False claims in one review; each quotes code that exists. */
  readonly falseClaims: number;
  /** Share of right answers when a seat judges another's finding. */
  readonly accuracy: number;
  /** How often a seat copies, on one item, what its vendor's models share (in every review alike), instead of drawing on its own. */
  readonly correlation: number;
  /** How often, where it draws on its own, a seat's further reviews only repeat its first: what it misses there, it always misses. */
  readonly repetition: number;
  /** Share of right rulings of a judge that did not raise the finding. */
  readonly judgeAccuracy: number;
  /** How often the judge's second order brings another ruling for no reason but the order. */
  readonly judgeFlip: number;
  /** How often a seat that is asked again keeps what it said before. */
  readonly stubbornness: number;
  /** How often a stated severity is one step off. */
  readonly severityNoise: number;
  /** How many places look like bugs and are none: false claims are drawn from them. */
  readonly lures: number;
  /** Probability that a review also quotes code that does not exist. */
  readonly invented: number;
  readonly bugs: readonly Kind[];
  /** The vendor of each seat. */
  readonly families: readonly string[];
}

export interface Kind {
  readonly severity: Severity;
  readonly category: Category;
}

/** A place that is claimed or could be: a planted bug, or a lure. `line` is 1-based in the one file of the change. */
export interface Item extends Kind {
  readonly line: number;
  readonly real: boolean;
}

export interface SimulatedSeat {
  readonly name: string;
  readonly family: string;
}

/** A claim of one review about an item, with the severity it states. */
export interface Claim {
  readonly item: Item;
  readonly severity: Severity;
}

/** One change of a world: its items, what every seat finds in any of its reviews, and what it thinks of the others' claims. */
export interface Scene {
  readonly world: World;
  readonly seats: readonly SimulatedSeat[];
  readonly items: readonly Item[];
  /** The claims of a seat's nth review; the debate uses review 0. */
  readonly review: (seat: SimulatedSeat, sample: number) => readonly Claim[];
  readonly draw: (...keys: readonly (string | number)[]) => number;
}

export const path = "src/simulated.ts";
export const lineCount = 200;

/** All randomness follows from `seed` and `repetition` by hashing names: the same questions get the same draws in any order. */
export function sceneOf(world: World, seed: string, repetition: number): Scene {
  const draw = (...keys: readonly (string | number)[]): number => uniform(`${seed}|${repetition}|${keys.join("|")}`);
  const seats = world.families.map((family, index) => ({ name: `seat-${index + 1}`, family }));
  const items = itemsOf(world, draw);
  const bugs = items.filter(({ real }) => real);
  const lures = items.filter(({ real }) => !real);
  const sourceOf = ({ name, family }: SimulatedSeat, sample: number, what: string): string => {
    if (draw("copies", name, what) < world.correlation) return family;
    return draw("repeats", name, what) < world.repetition ? name : `${name} ${sample}`;
  };
  const review = (seat: SimulatedSeat, sample: number): readonly Claim[] => {
    const found = bugs.filter(({ line }) => draw("finds", sourceOf(seat, sample, `${line}`), line) < world.recall);
    const imagined = Array.from({ length: world.falseClaims }, (_, slot) => {
      const position = draw("imagines", sourceOf(seat, sample, `slot ${slot}`), slot);
      return lures[Math.floor(position * lures.length)];
    }).filter((lure) => lure !== undefined);
    return [...found, ...new Set(imagined)].map((item) => ({
      item,
      severity: stated(item, world, (key) => draw(key, seat.name, sample, item.line)),
    }));
  };
  return { world, seats, items, review, draw };
}

/** A severity as somebody states it: the true one, or one step off. */
export function stated({ severity }: Kind, { severityNoise }: World, draw: (key: string) => number): Severity {
  if (draw("severity") >= severityNoise) return severity;
  const step = draw("step") < 0.5 ? -1 : 1;
  return severities[rank(severity) + step] ?? severities[rank(severity) - step] ?? severity;
}

/** Each line is unique, so that a quote names one place. */
export function codeAt(line: number): string {
  return `const value${line} = step${line}(input, ${line});`;
}

/** Titles share no word and lines stand alone: two claims are the same finding iff they are about the same line. */
export function draftOf({ item, severity }: Claim): Draft {
  return {
    severity,
    category: item.category,
    title: `claim${item.line}`,
    detail: `step${item.line} fails`,
    path,
    line: item.line,
    quote: codeAt(item.line),
    failurePath: `input → step${item.line} → failure`,
  };
}

/** One added file. */
export function changeOfLines(): Change {
  const texts = Array.from({ length: lineCount }, (_, index) => codeAt(index + 1));
  const lines = texts.map((text, index): Line => ({ kind: "added", text, base: null, head: index + 1 }));
  const hunk = { baseStart: 0, baseLength: 0, headStart: 1, headLength: lineCount, section: "", lines };
  return {
    repo: "simulated/change",
    number: null,
    base: { ref: "main", sha: "b".repeat(40) },
    head: { ref: "topic", sha: "a".repeat(40) },
    mergeBase: "b".repeat(40),
    files: [{ path, status: "added", kind: "text", hunks: [hunk], baseText: null, headText: `${texts.join("\n")}\n` }],
  };
}

/** Bugs and lures at places of their own, spread over the file by a draw. */
function itemsOf({ bugs, lures }: World, draw: Scene["draw"]): Item[] {
  const order = Array.from({ length: lineCount }, (_, index) => index + 1)
    .map((line) => ({ line, key: draw("place", line) }))
    .sort((a, b) => a.key - b.key);
  return order.slice(0, bugs.length + lures).map(({ line }, index) => {
    const bug = bugs[index];
    return bug === undefined ? { line, real: false, ...lureKind(line, draw) } : { line, real: true, ...bug };
  });
}

/** What a false claim is said to be: a fifth P0, two fifths P1, a quarter of all about security. */
function lureKind(line: number, draw: Scene["draw"]): Kind {
  const position = draw("lure severity", line);
  const severity = position < 0.2 ? "P0" : position < 0.6 ? "P1" : "P2";
  return { severity, category: draw("lure category", line) < 0.25 ? "security" : "correctness" };
}

/** FNV-1a over the key, then the finalizer of MurmurHash3, to [0, 1). */
export function uniform(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
