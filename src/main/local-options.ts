import type { Readable } from "node:stream";
import type { Emit } from "../domain/events.ts";
import type { TopologyName } from "../domain/known-names.ts";
import type { ChangeSource } from "../domain/ports.ts";
import type { Environment } from "../local/git.ts";
import type { Settings } from "../settings/settings.ts";
import type { Seat } from "../stages/index.ts";
import type { OwnSeat, SeatChoice } from "../vendors/seat-list.ts";
import type { Vendor } from "../vendors/vendor.ts";

/** The caller's choices about the panel of this machine, in addition to the settings and the environment. */
export interface LocalPanelOptions {
  /** The seats that the caller wants; left out where settings and environment decide. */
  readonly choice?: SeatChoice | undefined;
  /** A seat that is used only where neither a key nor a person provides one. */
  readonly substitute?: OwnSeat | undefined;
  /** The table of vendors, unless a test has its own. */
  readonly vendors?: readonly Vendor[] | undefined;
  /** Whether answers are kept for the next run; they are unless this is false. */
  readonly keepsAnswers?: boolean | undefined;
  /** Whether calls are kept in `.debate/traces`; they are not unless this is true. */
  readonly keepsTraces?: boolean | undefined;
  /** Rule engines of the caller. */
  readonly engines?: readonly Seat[] | undefined;
  /** The settings to use for those that were read. */
  readonly adjust?: ((settings: Settings) => Settings) | undefined;
}

export interface LocalReviewOptions extends LocalPanelOptions {
  readonly directory: string;
  readonly env: Environment;
  /**
   * The change to review: `diff` names a file or `-` for `stdin`, or is the text itself; `range` and `staged` are git's. Without them it is
   * the working tree against the default branch. `paths` are relative to `directory`: only files at or below them are
   * reviewed.
   */
  readonly change: {
    readonly diff?: string | { readonly text: string } | undefined;
    readonly range?: string | undefined;
    readonly staged?: boolean | undefined;
    readonly paths?: readonly string[] | undefined;
  };
  /** Where the change comes from, instead of `change`. Its files outside the diff are not read. */
  readonly source?: ChangeSource | undefined;
  readonly stdin: Readable;
  /** The text of `--config`, with the name to show. Without it the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  /** Rules only, even if keys are set. */
  readonly offline: boolean;
  /** Overrides the blocking severity of the settings; null keeps it. */
  readonly blockOn: Settings["review"]["blockOn"] | null;
  /** Overrides the effort of the settings; null keeps it. */
  readonly effort: Settings["review"]["effort"] | null;
  /** Overrides how the seats work together; left out: as in the settings. */
  readonly topology?: TopologyName | undefined;
  /** A question to the panel; left out where there is none. */
  readonly focus?: string | undefined;
  readonly emit: Emit;
  readonly now: () => Date;
}

export interface LocalPlanOptions extends Omit<LocalPanelOptions, "engines"> {
  readonly question: string;
  readonly directory: string;
  readonly env: Environment;
  /** The text of `--config`, with the name to show. Without it the file at the merge base counts. */
  readonly config: { readonly name: string; readonly text: string } | null;
  /** Instead of the topology of the settings. */
  readonly topology?: TopologyName | undefined;
  readonly emit: Emit;
  readonly now: () => Date;
}

/** The settings with the topology that the user chose. */
export function withTopology(settings: Settings, topology: TopologyName | undefined): Settings {
  return topology === undefined ? settings : { ...settings, debate: { ...settings.debate, topology } };
}

/** The part of a panel's options that every local run shares. */
export function panelOf({ choice, substitute, vendors, engines, keepsAnswers = true }: LocalPanelOptions) {
  const journal = keepsAnswers ? ("files" as const) : null;
  return { choice, substitute, vendors, engines, detectsPrograms: true, journal };
}
