import type { Violation } from "../domain/discussion/constitution.ts";
import type { SeatReport } from "../domain/panel.ts";

/** One finding, step or claim as the metrics see it. */
export interface MeasuredItem {
  /** The seats that proposed it. */
  readonly authors: readonly string[];
  /** The verdicts of the other seats on it, by seat. An abstention is left out. */
  readonly stances: ReadonlyMap<string, string>;
  /** How often it was challenged. */
  readonly challenges: number;
  /** A seat or a check other than its authors looked at it. */
  readonly isExamined: boolean;
  /** It rests on code that exists. */
  readonly isGrounded: boolean;
  readonly survives: boolean;
}

/** A debate as the metrics see it: the same facts of a review, a plan and a free debate. */
export interface MeasuredCourse {
  readonly items: readonly MeasuredItem[];
  /** Rounds that were held. */
  readonly rounds: number;
  /** It ended because all seats agree. */
  readonly isAgreed: boolean;
  /** The seats that debate. Rule engines are left out. */
  readonly seats: readonly SeatReport[];
  /** The names of those that spoke to the end. */
  readonly heard: readonly string[];
  /** Files whose code was cited correctly. A file may be listed several times. */
  readonly cited: readonly string[];
  /** Items or positions that were changed, and items that were thrown out. */
  readonly revisions: number;
  readonly rejections: number;
  /** Rules that code checked, and how many of them were followed. */
  readonly rules: { readonly kept: number; readonly checked: number };
  /** The broken rules that belong to a role. */
  readonly violations: readonly Violation[];
  /** How far the panel agrees, 0 to 1; null where the protocol could not say. */
  readonly consensus: number | null;
}
