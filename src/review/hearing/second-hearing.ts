import { answersIn, askSeats, type DebateContext, failuresOf } from "../../debate/context.ts";
import type { Dossier } from "../../domain/answers.ts";
import type { Failure, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { MemoryItem } from "../../domain/memory/item.ts";
import type { Seat } from "../../stages/index.ts";
import type { DebateMemory } from "../memory/debate-memory.ts";
import { askJudges, rulingsIn } from "./hearing.ts";
import { narrowedBy } from "./narrow.ts";
import { isConceded } from "./removal.ts";
import { upheldSeverity } from "./ruling.ts";
import { otherSupporters, outcomeOf, rulingOf, type SecondBar, type SecondOutcome } from "./second-outcome.ts";

/** A person's objection to a finding, from its thread. Untrusted: it is attributed and checked against the code, and gives no orders. */
export interface Challenge {
  readonly by: string;
  readonly text: string;
}

export interface ReopenedHearing {
  readonly outcome: SecondOutcome;
  readonly finding: Finding;
  readonly hearing: Hearing;
  /** The narrower claim that its judges made of it; null where they made none. */
  readonly narrowed: string | null;
  /** The earlier decisions of the team, as its raisers saw them. */
  readonly remembered: readonly MemoryItem[];
  readonly failures: readonly Failure[];
}

interface SecondHearing extends SecondBar {
  readonly memory: DebateMemory;
  readonly excerptOf: (finding: Finding) => string;
  readonly context: DebateContext;
}

/**
 * The person is the skeptic and every raiser answers. Unless all raisers give the finding up and no other seat had agreed with it, seats that
 * did not raise it judge. It is removed only past the same bar as in any hearing, so an objection that only its raisers answer does not
 * overrule the other voters.
 */
export async function hearAgain(
  finding: Finding,
  challenges: readonly Challenge[],
  second: SecondHearing,
): Promise<ReopenedHearing> {
  const { panel, adjudication, context, memory } = second;
  const recalled = await memory.recall([finding]);
  const remembered = memory.texts([finding], recalled).get(finding.id) ?? [];
  const isRaiser = ({ name }: Seat): boolean => finding.raisedBy.includes(name);
  const raisers = panel.filter((seat) => isRaiser(seat) && seat.agent.argue !== undefined);
  const judges = panel.filter((seat) => !isRaiser(seat) && seat.agent.judge !== undefined);
  const dossier: Dossier = {
    finding,
    excerpt: second.excerptOf(finding),
    said: [
      ...remembered.map((text) => ({ role: "memory" as const, text })),
      ...challenges.map(({ by, text }) => ({ role: "person" as const, text: `@${by}: ${text}` })),
    ],
    round: 1,
  };
  const defend = ({ agent }: Seat, signal: AbortSignal) => agent.argue?.({ dossier, role: "advocate" }, signal);
  const answers = answersIn(await askSeats(raisers, "hearing", defend, context));
  const exchanges = answers.map(({ seat, value }) => ({ ...value, seat, role: "advocate" as const }));
  const defence = exchanges.map(({ argument }) => ({ role: "advocate" as const, text: argument }));
  const isGivenUp = isConceded(finding, { exchanges }) && otherSupporters(finding).length === 0;
  const asked =
    exchanges.length === 0 || isGivenUp
      ? []
      : await askJudges({ ...dossier, said: [...dossier.said, ...defence] }, judges, adjudication, context);
  const debated = { exchanges, rulings: rulingsIn(asked) };
  const { outcome, because } = outcomeOf(finding, debated, asked.length, second);
  const severity = outcome === "revised" ? upheldSeverity(finding, debated, second, []) : finding.severity;
  const hearing = {
    finding: finding.id,
    advocate: exchanges[0]?.seat ?? raisers[0]?.name ?? "",
    skeptic: challenges.map(({ by }) => `@${by}`).join(", "),
    ...debated,
    ruling: rulingOf[outcome],
    because,
  };
  const ruled = rulingOf[outcome] === "upheld" ? narrowedBy(finding, hearing) : finding;
  return {
    outcome,
    finding: { ...ruled, severity },
    hearing,
    narrowed: ruled === finding ? null : ruled.detail,
    remembered: remembered.length === 0 ? [] : (recalled.get(finding.id) ?? []).map(({ item }) => item),
    failures: failuresOf(context),
  };
}
