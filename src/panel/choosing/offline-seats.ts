import type { BaseFiles, Matcher, RawChange } from "../../domain/ports.ts";
import type { RuleInfo } from "../../domain/rule-info.ts";
import { evidenceAgent } from "../evidence/evidence.ts";
import { ruleInfos } from "../rules/built-in-rules.ts";
import { rulesAgent } from "../rules/rules.ts";
import { secretScanner, secretsAgent } from "../secrets/secrets.ts";
import type { Seat } from "../stages/index.ts";
import { ownRules, shippedRules } from "./rule-files.ts";

interface OfflineSeats {
  readonly seats: readonly Seat[];
  readonly rules: readonly RuleInfo[];
  /** The ids of the repository's own rules. */
  readonly ownIds: readonly string[];
}

/** The seats that need no key, with the rules for the change. They are always there and never count for the quorum. */
export async function offlineSeats(
  raw: RawChange,
  files: BaseFiles,
  matcher: Matcher,
  signal: AbortSignal,
): Promise<OfflineSeats> {
  const shipped = await shippedRules(raw);
  const own = await ownRules(files, matcher, signal);
  const seats: readonly Seat[] = [
    offlineSeat("rules", rulesAgent("rules", [...shipped, ...own], matcher)),
    { ...offlineSeat("secrets", secretsAgent(secretScanner)), readsGenerated: true },
    offlineSeat("evidence", evidenceAgent(matcher, "secrets")),
  ];
  return { seats, rules: ruleInfos(shipped, own), ownIds: own.map(({ id }) => id) };
}

function offlineSeat(name: string, agent: Seat["agent"]): Seat {
  return { name, provider: name, model: "offline", persona: "", counted: false, agent };
}
