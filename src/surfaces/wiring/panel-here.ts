import { baseFiles } from "../../code/git/base-files.ts";
import { commitOf } from "../../code/git/commits.ts";
import type { Environment } from "../../code/git/git.ts";
import { openFolder } from "../../code/git/repository.ts";
import type { Emit } from "../../domain/events.ts";
import { askOneSeat, type SeatReply } from "../../panel/choosing/ask-seat.ts";
import { settingsAtBase } from "../../panel/choosing/base.ts";
import { namesWith } from "../../panel/choosing/personas.ts";
import { presetNames, programOnPath, refuseInside } from "../../panel/vendors/programs.ts";
import type { OwnSeat } from "../../panel/vendors/seat-list.ts";
import { seatsFrom } from "../../panel/vendors/seats.ts";

export interface FolderHere {
  readonly directory: string;
  readonly env: Environment;
  /** A seat that is used only where neither a key nor a person provides one. */
  readonly substitute?: OwnSeat | undefined;
}

export interface SeatHere {
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly persona: string;
  /** Whether it sits by default. The others are installed agents that a choice can name. */
  readonly sits: boolean;
}

/** The seats that a review of this folder would have, and the CLI agents that it could have. Throws a `ReviewError` for wrong settings. */
export async function seatsHere(
  place: FolderHere,
  signal: AbortSignal,
): Promise<{ readonly seats: readonly SeatHere[]; readonly notes: readonly string[] }> {
  const { settings, notes: read, own } = await settingsHere(place, signal);
  const isInstalled = programOnPath(place.env);
  const sources = { ...place, settingsSeats: settings.seats, detect: isInstalled, personas: namesWith(own) };
  const { seats, notes } = seatsFrom(sources);
  const sitting = seats.map(({ name, provider, model, persona }) => ({ name, provider, model, persona, sits: true }));
  const names = new Set(sitting.map(({ name }) => name));
  const others = presetNames
    .filter((name) => !names.has(name) && isInstalled(name))
    .map((name) => ({ name, provider: `command:${name}`, model: "default", persona: "", sits: false }));
  return { seats: [...sitting, ...others], notes: [...read, ...notes] };
}

/** Asks one of these seats a question. Throws a `ReviewError` for an unknown seat, and inside a debate. */
export async function askSeatHere(
  place: FolderHere,
  question: { readonly seat: string; readonly prompt: string; readonly context?: string | undefined },
  emit: Emit,
  signal: AbortSignal,
): Promise<SeatReply> {
  refuseInside(place.env);
  const { settings, own } = await settingsHere(place, signal);
  const asked = { ...question, settings, personas: namesWith(own), substitute: place.substitute };
  return askOneSeat(asked, { ...place, emit }, signal);
}

/** The settings at the last commit; the defaults outside a repository. */
async function settingsHere({ directory, env }: FolderHere, signal: AbortSignal): ReturnType<typeof settingsAtBase> {
  const { repository } = await openFolder(directory, env, signal);
  const revision = repository === null ? null : await commitOf(repository, "HEAD", signal);
  const opened = repository === null ? undefined : async () => repository;
  const files = baseFiles({ directory, env, opened, revision });
  return settingsAtBase(files, {}, signal);
}
