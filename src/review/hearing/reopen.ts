import { excerptAround } from "../../anchor/excerpt.ts";
import { anchorMasked } from "../../anchor/masked-anchor.ts";
import { answersIn, askSeats, type DebateContext, failuresOf, openDebate } from "../../debate/context.ts";
import type { Dossier } from "../../domain/answers.ts";
import type { Failure, Hearing } from "../../domain/debate.ts";
import type { Finding } from "../../domain/finding.ts";
import type { MemoryItem } from "../../domain/memory/item.ts";
import type { Severity } from "../../domain/severity.ts";
import { memoryAt } from "../../memory/memory-now.ts";
import type { Seat } from "../../stages/index.ts";
import { type CarriedFinding, carryOver } from "../carry/carry-over.ts";
import { withQuotes } from "../carry/quotes.ts";
import { type DebateMemory, debateMemory } from "../memory/debate-memory.ts";
import type { Prepared } from "../prepare.ts";
import type { ReviewPorts } from "../setup.ts";
import { askJudges, rulingsIn } from "./hearing.ts";
import { narrowedBy } from "./narrow.ts";
import { withoutOwnWords } from "./own-words.ts";
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

type PastReview = Pick<ReviewPorts, "isNew" | "redact">;

/** A finding at the place where a review of the next push would find its code; undefined where the code is gone. */
export function findAgain(finding: Finding, prepared: Prepared, past: PastReview): CarriedFinding | undefined {
  const { change, mask, outside } = prepared;
  const { redact = (text) => text } = past;
  const newPaths = change.files.map(({ path }) => path).filter((path) => past.isNew?.(path) === true);
  const known = withQuotes([finding], change, newPaths, (line) => redact(mask.hide(line)));
  return carryOver(known, () => anchorMasked(change, mask, outside.fileAt), { fresh: newPaths, known: [] }).carried[0];
}

/** Hears one finding again because a person objects. `raised` is its severity before any such hearing. */
export function reopenHearing(
  { finding, raised }: { readonly finding: Finding; readonly raised: Severity },
  challenge: Challenge,
  prepared: Prepared,
  { emit, now, ...past }: PastReview & Pick<ReviewPorts, "emit" | "now">,
  signal: AbortSignal,
): Promise<ReopenedHearing> {
  const { change, mask, table, outside } = prepared;
  const anchor = anchorMasked(change, mask, outside.fileAt);
  const panel = withoutOwnWords(prepared.seats, change, anchor).filter(({ counted }) => counted);
  const place = findAgain(finding, prepared, past)?.place;
  emit({ type: "stage-start", stage: "hearing", detail: "reopened by a person" });
  return hearAgain({ ...finding, ...place }, [challenge], {
    panel,
    adjudication: table.settings.debate.adjudication,
    excerptOf: (one) => mask.hide(excerptAround(outside.with(change), one)),
    raised: () => raised,
    cap: () => undefined,
    anchor,
    memory: debateMemory(
      { ...memoryAt(table.memory, now()).active, blockOn: table.settings.review.blockOn },
      {
        offline: prepared.seats.filter(({ counted }) => !counted).map(({ name }) => name),
        raised: () => raised,
        isEarlier: () => true,
      },
    ),
    context: openDebate(emit, signal),
  });
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
