import { z } from "zod";
import type { Hearing } from "../../domain/debate.ts";
import type { Lookup } from "../../domain/snapshot.ts";

const Args = z
  .looseObject({
    path: z.string().nullish().catch(null),
    text: z.string().nullish().catch(null),
    name: z.string().nullish().catch(null),
    glob: z.string().nullish().catch(null),
    from: z.number().nullish().catch(null),
    to: z.number().nullish().catch(null),
    side: z.string().nullish().catch(null),
  })
  .catch({});

/** The hearing with what its seats looked up for it, each thing once: "src/guard.ts:10–40", "search for isAdmin". Untrusted. */
export function withLookups(hearing: Hearing, lookups: readonly Lookup[]): Hearing {
  const own = lookups.filter(({ finding }) => finding === hearing.finding);
  return own.length === 0 ? hearing : { ...hearing, lookedUp: [...new Set(own.map(phraseOf))] };
}

const phrases: Readonly<Record<string, (args: z.infer<typeof Args>) => string>> = {
  read_file: ({ path, from, to }) => `${path ?? "?"}${linesIn(from ?? null, to ?? null)}`,
  search: ({ text }) => `search for ${text ?? "?"}`,
  symbol: ({ name }) => `symbol ${name ?? "?"}`,
  list_files: ({ glob }) => `list of ${glob ?? "all files"}`,
  history: ({ path }) => `history of ${path ?? "?"}`,
  checkout: () => "a copy of the repository",
};

function phraseOf({ tool, args: text }: Lookup): string {
  const args = Args.parse(parsed(text));
  const phrase = phrases[tool]?.(args) ?? `unknown tool`;
  return args.side === "base" ? `${phrase} (base)` : phrase;
}

function linesIn(from: number | null, to: number | null): string {
  if (from === null && to === null) return "";
  return `:${from ?? 1}–${to ?? "end"}`;
}

/** The model's own text, which may be anything. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
