import { setImmediate as nextTurn } from "node:timers/promises";
import type { Matcher } from "../domain/ports.ts";
import { evidenceAgent } from "../seats/evidence/evidence.ts";
import { astGrepMatcher } from "../seats/rules/ast-grep.ts";
import type { Rule } from "../seats/rules/rule.ts";
import { rulesAgent } from "../seats/rules/rules.ts";
import { secretScanner, secretsAgent } from "../seats/secrets/secrets.ts";
import type { Seat } from "../stages/index.ts";
import { astGrepAssets } from "./assets.ts";

/** The seats that need no key. They are always there and never count for the quorum. */
export function offlineSeats(rules: readonly Rule[], matcher: Matcher): Seat[] {
  return [
    offlineSeat("rules", rulesAgent("rules", rules, matcher)),
    { ...offlineSeat("secrets", secretsAgent(secretScanner)), readsGenerated: true },
    offlineSeat("evidence", evidenceAgent(matcher, "secrets")),
  ];
}

/** Lets a signal such as Ctrl+C arrive between two scans, which block the event loop. */
export function interruptibleMatcher(): Matcher {
  const matcher = astGrepMatcher(astGrepAssets);
  return {
    async scan(language, source, rules) {
      await nextTurn();
      return matcher.scan(language, source, rules);
    },
    faults: matcher.faults,
  };
}

function offlineSeat(name: string, agent: Seat["agent"]): Seat {
  return { name, provider: name, model: "offline", persona: "", counted: false, agent };
}
