import { setImmediate as nextTurn } from "node:timers/promises";
import type { Matcher } from "../domain/ports.ts";
import { evidenceAgent } from "../seats/evidence/evidence.ts";
import { astGrepMatcher } from "../seats/rules/ast-grep.ts";
import type { Rule } from "../seats/rules/rule.ts";
import { rulesAgent } from "../seats/rules/rules.ts";
import { secretScanner, secretsAgent } from "../seats/secrets/secrets.ts";
import type { Seat } from "../stages/index.ts";
import { astGrepAssets } from "./assets.ts";

/** The seats that need no key: always at the table, never counted. */
export function offlineSeats(rules: readonly Rule[], matcher: Matcher): Seat[] {
  return [
    offlineSeat("rules", rulesAgent("rules", rules, matcher)),
    { ...offlineSeat("secrets", secretsAgent(secretScanner)), readsGenerated: true },
    offlineSeat("evidence", evidenceAgent(matcher, "secrets")),
  ];
}

/** Scans compute without a pause, and a signal such as Ctrl+C is only heard between two turns of the event loop. */
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
