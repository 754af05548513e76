import { type DebateContext, failuresOf } from "../debate/context.ts";
import type { Ballot, Round } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { Severity } from "../domain/severity.ts";
import { plural } from "../text/text.ts";
import { openRegister } from "./carry/register.ts";
import type { DebateInput, DebateOutcome } from "./debate-state.ts";
import type { CodeObjection } from "./gate/admitted.ts";
import { runCodeChecks, severityCaps } from "./gate/code-checks.ts";
import { gate } from "./gate/gate.ts";
import { eliminatedAtGate, merge } from "./gate/merge.ts";
import { admitMissed } from "./gate/missed.ts";
import { conductOfHearings } from "./hearing/conduct.ts";
import { withoutOwnWords } from "./hearing/own-words.ts";
import { debateMemory } from "./memory/debate-memory.ts";
import { draftsOf, hasDelivered, proposalsOf, readingsOf, remarkCounts, unsearchedIn } from "./propose/propose.ts";
import { remarksFrom } from "./propose/remarks.ts";
import { lookedAgain } from "./reading/coverage.ts";
import { reviewedCode } from "./reviewed-code.ts";
import { debateRounds } from "./rounds.ts";
import type { Proposed } from "./rounds-state.ts";
import { isSilencedNow, nothingSilenced, silenceFindings } from "./silence/silence.ts";
import { topologyNotes, topologyReport } from "./topology/report.ts";
import { proposeAll } from "./topology/table.ts";

/** The debate: propose, gate, merge, check by code, then ballots and hearings until a stop rule holds. */
export async function debate(input: DebateInput, context: DebateContext): Promise<DebateOutcome> {
  const { change, mask, silencing = nothingSilenced, roleRules } = input;
  const { emit } = context;
  const code = reviewedCode(input);
  const { anchor, capOf } = code;
  const register = openRegister(input, code);
  const { giveId, before, raised, enter } = register;
  const caps = severityCaps();

  const { proposals, joined, seats, rules, votesUntilStill, failures } = await proposeAll(input, context);
  const { proposed } = proposals;
  const panel = withoutOwnWords(seats, change, anchor).filter((seat) => seat.counted);
  const offline = seats.filter((seat) => !seat.counted).map(({ name }) => name);
  const raisedAs = ({ id, severity }: Finding): Severity => raised.get(id) ?? severity;
  const memory = debateMemory(input.memory, { offline, raised: raisedAs, isEarlier: ({ id }) => before.has(id) });
  const check = async (findings: readonly Finding[]) => {
    const { kept, out } = memory.takeOut(findings);
    const checked = caps.note(await runCodeChecks(seats, code.everywhere(), kept, before, context));
    return { ...checked, eliminated: [...out, ...checked.eliminated] };
  };

  emit({ type: "stage-start", stage: "gate" });
  const gated = gate(anchor, draftsOf(proposed), mask, capOf);
  const afterSilencing = silenceFindings(gated.candidates, change.files, offline, silencing);
  const rejected = gated.rejected.map((draft) => eliminatedAtGate(draft, giveId));

  emit({ type: "stage-start", stage: "merge" });
  const known = register.carried.filter(({ finding }) => !isSilencedNow(finding, afterSilencing, offline));
  const merged = enter(merge(afterSilencing.kept, giveId, known));
  const dismissed = merged.filter(({ status }) => status === "dismissed");

  emit({ type: "stage-start", stage: "examine", detail: plural(merged.length, "finding") });
  const checked = await check(merged.filter((finding) => !dismissed.includes(finding)));

  const rounds = await debateRounds(
    {
      panel,
      offline,
      healthy: panel.map(({ name }) => name).filter((seat) => hasDelivered(seat, proposed)),
      views: proposals.views,
      reading: proposals.reading,
      saidBefore: proposals.saidOn,
      votesUntilStill,
      findings: checked.findings,
      objections: checked.objections,
      admit: admitMissed({ anchor, mask, giveId, dismissed, enter, capOf, check }),
      raised: raisedAs,
      cap: (finding) => caps.of(finding.id) ?? capOf(finding),
      // If it needed a hearing, an earlier push has held it.
      lack: ({ id, severity, failurePath = "" }) => {
        if (severity !== "P0" || before.has(id)) return null;
        if (failurePath.trim() === "") return "path";
        return code.isWalkable(failurePath) ? null : "code";
      },
      voteWeights: input.voteWeights,
      callsLeft: input.callsLeft ?? (() => Number.POSITIVE_INFINITY),
      giveId,
      memory,
      excerptOf: (finding) => code.excerptOf(finding),
      anchor,
      rules,
    },
    context,
  );

  const { healthy } = rounds;
  const readings = [...readingsOf(proposed), ...rounds.readings];
  const looked = lookedAgain({ ...input, seats, failures, readings, healthy, quorum: rules.quorum });
  const settled = register.settle(looked);
  const topology = topologyReport(rules, proposals, rounds);
  const eliminated = [...rejected, ...checked.eliminated, ...rounds.eliminated];
  for (const { path, title, severity, eliminatedBecause } of eliminated) {
    emit({ type: "finding-eliminated", path, title, severity, because: eliminatedBecause ?? "" });
  }
  return {
    joined,
    findings: code.mark([...rounds.findings, ...settled.kept]),
    eliminated: code.mark([...eliminated, ...settled.closed, ...dismissed]),
    silenced: afterSilencing.silenced,
    remembered: memory.uses([...rounds.findings, ...checked.eliminated, ...rounds.eliminated], rounds.recalled),
    rounds: roundsOf(proposed, rounds.objections, rounds.ballots),
    hearings: rounds.hearings,
    conduct: conductOfHearings(rounds.hearings, [...rounds.findings, ...rounds.eliminated], anchor, roleRules),
    failures: failuresOf(context),
    unsearched: unsearchedIn(proposed),
    readings,
    healthy,
    revised: new Set(rounds.findings.filter((one) => isRevised(one, raised.get(one.id))).map(({ id }) => id)),
    confidence: panel.length === 0 ? null : rounds.confidence,
    stopReason: panel.length === 0 ? null : rounds.stopReason,
    budgetStop: rounds.budgetStop,
    topology,
    notes: [...topologyNotes(topology), ...proposals.notes, ...gated.notes, ...afterSilencing.notes, ...rounds.notes],
    remarks: remarkCounts(proposed),
    stated: remarksFrom(proposed),
  };
}

function isRevised({ severity, narrowedFrom }: Finding, raised: Severity | undefined): boolean {
  return severity !== raised || narrowedFrom !== undefined;
}

/** Proposals and checks belong to the first round, one ballot to each. */
function roundsOf(
  proposed: readonly Proposed[],
  objections: readonly CodeObjection[],
  ballots: readonly (readonly Ballot[])[],
): Round[] {
  return ballots.map((cast, index) => ({
    round: index + 1,
    proposals: index === 0 ? proposalsOf(proposed) : [],
    objections: index === 0 ? [...objections] : [],
    ballots: [...cast],
  }));
}
