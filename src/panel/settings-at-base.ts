import type { Persona } from "../domain/known-names.ts";
import type { BaseFiles } from "../domain/ports.ts";
import type { Settings } from "../settings/settings.ts";
import { settingsFrom, settingsPath } from "./base.ts";
import { namesWith, ownPersonas } from "./own-personas.ts";

interface SettingsPlace {
  /** The file at the base. */
  readonly path?: string;
  /** The settings in place of those of the base; left out or null: those of the base. A text of null means the defaults. */
  readonly config?: { readonly name: string; readonly text: string | null } | null | undefined;
  readonly vendors?: readonly { readonly name: string }[] | undefined;
}

interface SettingsAtBase {
  readonly text: string | null;
  readonly settings: Settings;
  readonly notes: readonly string[];
  readonly own: readonly Persona[];
}

/** The settings at the base, whose seats can name the personas at the base. Throws one `ReviewError` with all mistakes. */
export async function settingsAtBase(
  files: BaseFiles,
  { path = settingsPath, config, vendors }: SettingsPlace,
  signal: AbortSignal,
): Promise<SettingsAtBase> {
  const given = config ?? null;
  const text = given === null ? await files.readBaseFile(path, signal) : given.text;
  const own = await ownPersonas(files, signal);
  const { settings, notes } = settingsFrom(text, given?.name ?? path, { vendors, personas: namesWith(own) });
  return { text, settings, notes, own };
}
