import pLimit from "p-limit";
import { excerptAround } from "../anchor/excerpt.ts";
import { anchorMasked, isWalkableMasked } from "../anchor/masked-anchor.ts";
import type { DebateContext } from "../debate/ask.ts";
import type { Unsearched } from "../domain/answers.ts";
import type { Ballot, Failure, Hearing, Round } from "../domain/debate.ts";
import type { Emit } from "../domain/events.ts";
import type { Finding } from "../domain/finding.ts";
import type { Silenced } from "../domain/review.ts";
import type { Severity } from "../domain/severity.ts";
import { plural } from "../text/text.ts";
import { carryOver, settleGone, successionOf } from "./carry/carry-over.ts";
import { withQuotes } from "./carry/quotes.ts";
import type { DebateInput, SeatReading } from "./debate-state.ts";
import { runCodeChecks, severityCaps } from "./gate/code-checks.ts";
import { gate } from "./gate/gate.ts";
import { eliminatedAtGate, idGiver, merge } from "./gate/merge.ts";
import { admitMissed } from "./gate/missed.ts";
import { withoutOwnWords } from "./hearing/own-words.ts";
import {
  draftsOf,
  failuresOf,
  hasDelivered,
  type Proposed,
  proposalsOf,
  proposeFindings,
  readingsOf,
  remarksOf,
  unsearchedIn,
  whoReads,
} from "./propose/propose.ts";
import { remarksFrom, type SeatRemarks } from "./propose/remarks.ts";
import { homesIn, lookedAgain } from "./reading/coverage.ts";
import { debateRounds } from "./rounds.ts";
import { isSilencedNow, nothingSilenced, silenceFindings } from "./silence/silence.ts";

export interface DebateOutcome {
  /** Accepted and disputed. */
  readonly findings: Finding[];
  /** Eliminated, fixed and dismissed, each with its reason. */
  readonly eliminated: Finding[];
  /** What offline rules found and the repository does not want to hear. */
  readonly silenced: Silenced[];
  readonly rounds: Round[];
  readonly hearings: readonly Hearing[];
  /** Seats and parts of their work that did not deliver; `path` where one file is concerned. */
  readonly failures: (Failure & { path?: string })[];
  /** What rule engines left out of a file. */
  readonly unsearched: readonly Unsearched[];
  /** Which model seat was asked to read which files, batch by batch, and whether it delivered. */
  readonly readings: readonly SeatReading[];
  /** Counted seats whose proposals and ballots were all valid. */
  readonly healthy: readonly string[];
  readonly confidence: number | null;
  readonly stopReason: string | null;
  readonly budgetStop: string | null;
  readonly notes: string[];
  /** The seats that were asked to propose, with how many residual risks and open questions each stated. */
  readonly remarks: { name: string; residualRisks: number; openQuestions: number }[];
  readonly stated: SeatRemarks;
}

const openQuestions = 32;

export function openDebate(emit: Emit, signal: AbortSignal): DebateContext {
  const limit = pLimit(openQuestions);
  return { emit, signal, limit: (task) => limit(task) };
}

/** The debate: propose, gate, merge, examine, then ballots and hearings until a stop rule holds (design §4.1–4.7). */
export async function debate(input: DebateInput, floor: DebateContext): Promise<DebateOutcome> {
  const { change, seats, files, views, mask, rules, isNew, redact = (text) => text } = input;
  const { emit } = floor;
  const anchor = anchorMasked(change, mask);
  const counted = withoutOwnWords(seats, change, anchor).filter((seat) => seat.counted);
  const elsewhere = homesIn(change, isNew);
  const previous = withQuotes(input.previous, change, elsewhere.fresh, (line) => redact(mask.hide(line)));
  const carried = carryOver(previous, anchor, elsewhere);
  const giveId = idGiver(
    previous.flatMap(({ id, alsoReported }) => [id, ...alsoReported.map((claim) => claim.id ?? id)]),
  );
  const succession = successionOf(previous, carried.gone);
  const before = new Map(previous.map(({ id, severity }) => [id, severity]));
  const raised = new Map<string, Severity>();
  const enter = (findings: readonly Finding[]): Finding[] => {
    const entered = succession.inherit(findings);
    for (const { id, severity } of entered) raised.set(id, severity);
    return entered;
  };

  emit({ type: "stage-start", stage: "propose", detail: whoReads(seats, files.length) });
  const proposed = await proposeFindings(seats, input, views, floor);

  emit({ type: "stage-start", stage: "gate" });
  const gated = gate(anchor, draftsOf(proposed), mask);
  const offline = seats.filter((seat) => !seat.counted).map(({ name }) => name);
  const heard = silenceFindings(gated.candidates, change.files, offline, input.silencing ?? nothingSilenced);
  const rejected = gated.rejected.map((draft) => eliminatedAtGate(draft, giveId));

  emit({ type: "stage-start", stage: "merge" });
  const standing = carried.standing.filter(({ finding }) => !isSilencedNow(finding, heard, offline));
  const merged = enter(merge(heard.kept, giveId, standing));
  const dismissed = merged.filter(({ status }) => status === "dismissed");

  emit({ type: "stage-start", stage: "examine", detail: plural(merged.length, "finding") });
  const examined = await runCodeChecks(
    seats,
    change,
    merged.filter((finding) => !dismissed.includes(finding)),
    before,
    floor,
  );

  const caps = severityCaps();
  caps.note(examined);
  const rounds = await debateRounds(
    {
      seats: counted,
      offline,
      healthy: counted.map(({ name }) => name).filter((seat) => hasDelivered(seat, proposed)),
      views,
      findings: examined.findings,
      objections: examined.objections,
      admit: admitMissed({
        anchor,
        mask,
        giveId,
        dismissed,
        enter,
        examine: async (findings) => caps.note(await runCodeChecks(seats, change, findings, before, floor)),
      }),
      raised: ({ id, severity }) => raised.get(id) ?? severity,
      cap: ({ id }) => caps.of(id),
      // An earlier push has heard it already, if it had to.
      lack: ({ id, severity, failurePath = "" }) => {
        if (severity !== "P0" || before.has(id)) return null;
        if (failurePath.trim() === "") return "path";
        return isWalkableMasked(change, mask, failurePath) ? null : "code";
      },
      callsLeft: input.callsLeft ?? (() => Number.POSITIVE_INFINITY),
      giveId,
      budgetSpent: proposed.some(({ answer }) => answer.status === "failed" && answer.budget),
      excerptOf: (finding) => mask.hide(excerptAround(change, finding)),
      anchor,
      rules,
    },
    floor,
  );

  const failures = failuresOf(proposed);
  const readings = readingsOf(proposed);
  const looked = lookedAgain({ ...input, failures, readings, healthy: rounds.healthy, quorum: rules.quorum });
  const settled = settleGone(succession.withoutHeir(), looked);
  const eliminated = [...rejected, ...examined.eliminated, ...rounds.eliminated];
  for (const { path, title, severity, eliminatedBecause } of eliminated) {
    emit({ type: "finding-eliminated", path, title, severity, because: eliminatedBecause ?? "" });
  }
  return {
    findings: [...rounds.findings, ...settled.kept],
    eliminated: [...eliminated, ...settled.closed, ...dismissed],
    silenced: heard.silenced,
    rounds: roundsOf(proposed, rounds.objections, rounds.ballots),
    hearings: rounds.hearings,
    failures: [...failures, ...examined.failures, ...rounds.failures],
    unsearched: unsearchedIn(proposed),
    readings,
    healthy: rounds.healthy,
    confidence: counted.length === 0 ? null : rounds.confidence,
    stopReason: counted.length === 0 ? null : rounds.stopReason,
    budgetStop: rounds.budgetStop,
    notes: [...gated.notes, ...heard.notes, ...rounds.notes],
    remarks: remarksOf(proposed),
    stated: remarksFrom(proposed),
  };
}

/** Proposals and checks belong to the first round, one ballot to each. */
function roundsOf(
  proposed: readonly Proposed[],
  objections: Round["objections"],
  ballots: readonly (readonly Ballot[])[],
): Round[] {
  return ballots.map((cast, index) => ({
    round: index + 1,
    proposals: index === 0 ? proposalsOf(proposed) : [],
    objections: index === 0 ? objections : [],
    ballots: [...cast],
  }));
}
