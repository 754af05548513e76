import { setImmediate as nextTurn } from "node:timers/promises";
import { astGrepMatcher } from "../agents/ast-grep.ts";
import { evidenceAgent } from "../agents/evidence.ts";
import type { Rule } from "../agents/rule.ts";
import { rulesAgent } from "../agents/rules.ts";
import { secretScanner, secretsAgent } from "../agents/secrets.ts";
import { astGrepAssets } from "../assets.ts";
import type { Seat } from "../domain/agent.ts";
import type { Matcher } from "../domain/ports.ts";

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
