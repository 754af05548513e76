import type { Draft } from "../src/domain/finding.ts";
import { type Category, rank, type Severity, severities } from "../src/domain/severity.ts";
import { codeIn, fileCount, linesInFile, pathOf } from "./comments-change.ts";
import { type Draw, type Phrasing, pick, sample, symbolFor, topics, worded } from "./comments-words.ts";
import { uniform } from "./simulate-world.ts";

/** What a world of comments fixes; shares are 0–1. docs/simulation.md says where each number comes from. */
export interface CommentWorld {
  /** The vendor of each seat. */
  readonly vendors: readonly string[];
  /** Share of right answers of a seat that judges another's claim; judges rule with the same share. */
  readonly accuracy: number;
  /** How often a seat holds for true, in another's words, what it claims itself; else it is right like any voter. */
  readonly consistency: number;
  /** Share of claims on which all seats have one opinion, right or wrong together. */
  readonly correlation: number;
  /** Numbers of defects in a change, each equally likely. */
  readonly defects: readonly number[];
  /** Share of defects that no seat finds, and the share of the others that one seat finds. */
  readonly hidden: number;
  readonly recall: number;
  /** Places in a change that look like defects, and how many of them one seat claims on average. */
  readonly lures: number;
  readonly falseClaims: number;
  /** How severe matters are: the share of P0, and of P1. */
  readonly severe: {
    readonly real: readonly [p0: number, p1: number];
    readonly lure: readonly [p0: number, p1: number];
  };
  /** Share of P0 and P1 matters that are about security or privacy. */
  readonly sensitive: { readonly real: number; readonly lure: number };
  /** How often a stated severity is one step off. */
  readonly severityNoise: number;
  /** Where a comment on a matter is made: at its own line; within three lines; elsewhere in the file; the rest in another file. */
  readonly sites: { readonly home: number; readonly near: number; readonly far: number };
  /** Share of matters whose line is the line of another matter. */
  readonly crowded: number;
  /** How often a seat that makes a claim makes it twice. */
  readonly repeats: number;
  /** The range of the share of a comment's content words that any comment on the same matter may use. */
  readonly closeness: readonly [least: number, most: number];
  /**
   * How often a seat that sees two findings on one matter says so, and how often it takes two matters of one topic for the same. Whether two
   * texts are about one thing is another question than whether either is true, so this does not follow from the accuracy.
   */
  readonly recognises: number;
  readonly confuses: number;
  /** How often it takes the more severe of the two for the original, and not the other. */
  readonly knowsOriginal: number;
  /** How often a seat that is asked again in a later round gives the same verdict; else it draws anew. */
  readonly repetition: number;
  /** How often an advocate that raised the claim gives it up. */
  readonly concedes: { readonly real: number; readonly lure: number };
  /** How often a judge's second ruling differs for no reason but the order of the sides. */
  readonly judgeFlip: number;
}

/** A defect, or something that only looks like one. */
export interface Matter extends Phrasing {
  readonly key: string;
  readonly real: boolean;
  readonly severity: Severity;
  readonly category: Category;
  readonly topic: number;
  readonly file: number;
  readonly line: number;
}

export interface Comment {
  readonly seat: string;
  readonly matter: Matter;
  readonly draft: Draft;
}

/** One pull request with what each seat says about it. */
export interface CommentScene {
  readonly world: CommentWorld;
  readonly seats: readonly { readonly name: string; readonly vendor: string }[];
  readonly matters: readonly Matter[];
  readonly comments: readonly Comment[];
  readonly draw: Draw;
}

/** All randomness follows from `seed` and `repetition`: the same questions get the same draws in any order and any engine. */
export function commentScene(world: CommentWorld, seed: string, repetition: number): CommentScene {
  const draw: Draw = (...keys) => uniform(`${seed}|comments|${repetition}|${keys.join("|")}`);
  const seats = world.vendors.map((vendor, index) => ({ name: `seat-${index + 1}`, vendor }));
  const theme = sample(topics.flat(), 8, draw("theme"));
  const matters: Matter[] = [];
  const comments: Comment[] = [];
  for (const { key, real, share } of placesOf(world, repetition)) {
    const claimants = seats.filter(({ name }) => draw("claims", name, key) < share);
    // A place that only looks like a defect, and that no seat took for one, is nothing.
    if (!real && claimants.length === 0) continue;
    const matter = matterOf(key, real, theme, matters, world, (...keys) => draw(key, ...keys));
    matters.push(matter);
    comments.push(...claimants.flatMap(({ name }) => commentsOf(name, matter, world, draw)));
  }
  const inSeatOrder = seats.flatMap(({ name }) => comments.filter(({ seat }) => seat === name));
  return { world, seats, matters, comments: inSeatOrder, draw };
}

interface Place {
  readonly key: string;
  readonly real: boolean;
  /** The share of seats that claim it. */
  readonly share: number;
}

/**
 * Every place that could be claimed. How many defects a change has, and which of them no seat finds, runs evenly through all values instead of
 * being drawn, so that some hundred changes have as many as stated.
 */
function placesOf({ defects, hidden, recall, falseClaims, lures }: CommentWorld, repetition: number): Place[] {
  const count = defects[repetition % defects.length] ?? 0;
  const isHidden = (index: number): boolean => (repetition * goldenRatio + index * Math.SQRT2) % 1 < hidden;
  return [
    ...Array.from({ length: count }, (_, index) => ({
      key: `defect ${index}`,
      real: true,
      share: isHidden(index) ? 0 : recall,
    })),
    ...Array.from({ length: lures }, (_, index) => ({ key: `lure ${index}`, real: false, share: falseClaims / lures })),
  ];
}

/** Its multiples, without their whole parts, lie evenly between 0 and 1. */
const goldenRatio = (1 + Math.sqrt(5)) / 2;

function matterOf(
  key: string,
  real: boolean,
  theme: readonly string[],
  others: readonly Matter[],
  world: CommentWorld,
  own: Draw,
): Matter {
  const beside = others.length > 0 && own("crowded") < world.crowded ? pick(others, own("beside")) : undefined;
  const topic = Math.floor(own("topic") * topics.length);
  return {
    key,
    real,
    ...kindOf(real, world, own),
    topic,
    file: beside?.file ?? Math.floor(own("file") * fileCount),
    line: beside?.line ?? 1 + Math.floor(own("line") * linesInFile),
    symbol: symbolFor(own),
    words: [...sample(topics[topic] ?? [], 9, own("words")), ...sample(theme, 3, own("theme"))],
  };
}

function kindOf(real: boolean, { severe, sensitive }: CommentWorld, own: Draw): Pick<Matter, "severity" | "category"> {
  const which = real ? "real" : "lure";
  const [p0, p1] = severe[which];
  const position = own("severity");
  const severity = position < p0 ? "P0" : position < p0 + p1 ? "P1" : "P2";
  const isSensitive = severity !== "P2" && own("sensitive") < sensitive[which];
  return { severity, category: isSensitive ? "security" : "correctness" };
}

function commentsOf(seat: string, matter: Matter, world: CommentWorld, draw: Draw): Comment[] {
  const times = draw("repeats", seat, matter.key) < world.repeats ? [0, 1] : [0];
  return times.map((time) => {
    const own: Draw = (...keys) => draw("comment", seat, matter.key, time, ...keys);
    const { file, line, length } = siteOf(matter, time, world, own);
    const [least, most] = world.closeness;
    const code = Array.from({ length }, (_, index) => codeIn(file, line + index));
    const severity = stated(matter.severity, world, own);
    const { title, detail } = worded(matter, least + own("closeness") * (most - least), own);
    const draft: Draft = {
      severity,
      category: matter.category,
      title,
      detail,
      path: pathOf(file),
      line,
      quote: code.join("\n"),
      failurePath: `${matter.symbol} runs on the input, then it fails`,
    };
    return { seat, matter, draft };
  });
}

/** A seat's second comment on a matter is never at its own line again. Other places in the change that show a matter are few: two in its file, one outside. */
function siteOf(matter: Matter, time: number, { sites }: CommentWorld, own: Draw) {
  const length = own("long") < 0.3 ? 3 : 1;
  const at = time === 0 ? own("site") : sites.home + own("site") * (1 - sites.home);
  const inFile = (line: number): number => 1 + ((line - 1 + linesInFile) % linesInFile);
  const place = (file: number, line: number) => ({
    file,
    line: Math.min(inFile(line), linesInFile - length + 1),
    length,
  });
  if (at < sites.home) return place(matter.file, matter.line);
  if (at < sites.home + sites.near) {
    const distance = 1 + Math.floor(own("distance") * 3);
    return place(matter.file, matter.line + (own("above") < 0.5 ? -distance : distance));
  }
  if (at < sites.home + sites.near + sites.far) return place(matter.file, matter.line + (own("which") < 0.5 ? 17 : 41));
  return place((matter.file + 1) % fileCount, matter.line + 23);
}

/** A severity as somebody states it: the matter's, or one step off. */
export function stated(severity: Severity, { severityNoise }: CommentWorld, own: Draw): Severity {
  if (own("misjudges") >= severityNoise) return severity;
  const step = own("step") < 0.5 ? -1 : 1;
  return severities[rank(severity) + step] ?? severities[rank(severity) - step] ?? severity;
}
