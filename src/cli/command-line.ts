/** Exit codes of design §12; 130 is the shell's own for Ctrl+C. */
export const exitCodes = { passing: 0, blocked: 1, usage: 2, inconclusive: 3, interrupted: 130 } as const;

export interface CommandContext {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Runs with the words after its name and answers with an exit code. Throws `ReviewError` for what the user can mend. */
export type CommandHandler = (args: readonly string[], context: CommandContext) => Promise<number>;
