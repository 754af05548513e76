import { maskOf } from "../anchor/mask.ts";
import { claimedFix, isHeldUp, raisedSeverity, whyUnheard, withHearing } from "../decisions/argue.ts";
import type { HearingResult } from "../decisions/hearing.ts";
import type { Hearing } from "../domain/debate.ts";
import { type Decisions, spentOn } from "../domain/decisions.ts";
import type { ConductAgain } from "../domain/discussion/constitution.ts";
import { ReviewError } from "../domain/errors.ts";
import type { Finding } from "../domain/finding.ts";
import type { State } from "../domain/state.ts";
import { GitHubError } from "../github/errors.ts";
import { pullRequestSource } from "../github/sources.ts";
import { hearingText } from "../publication/hearing-reply.ts";
import { recognise } from "../publication/recognise.ts";
import type { DecisionStore } from "../record/record.ts";
import { conductAgain, ownRulesNotes, roleRulesOf } from "../review/hearing/conduct.ts";
import { withLookups } from "../review/hearing/looked-up.ts";
import { reopenHearing } from "../review/hearing/reopen.ts";
import { type Prepared, prepare } from "../review/prepare.ts";
import type { ReviewPorts } from "../review/setup.ts";
import { ownSecrets } from "../run/options.ts";
import { openRun } from "../run/read-run.ts";
import { withPorts } from "../run/review-ports.ts";
import type { Settings } from "../settings/settings.ts";
import { redactAll } from "../text/redact.ts";
import { cutCharacters } from "../text/text.ts";
import { isAuthor, type PullRequestContext, runOptions } from "./context.ts";
import { verifyClaim } from "./verify-claim.ts";

interface Open {
  readonly finding: Finding;
  readonly state: State;
  readonly decisions: Decisions;
  /** The head that the finding was found on. */
  readonly found: string;
}
type Refused = { readonly kind: "refused"; readonly sentence: string };

/** Reads the change as a review of it would, and hears the one finding. A reply that says "fixed in" is checked against the code instead. */
export async function hearReply(
  context: PullRequestContext,
  open: Open,
  store: DecisionStore,
  signal: AbortSignal,
): Promise<HearingResult | Refused> {
  const { options, github, pull, given, posts } = context;
  const { decisions } = open;
  const existing = { ...recognise(posts), state: open.state };
  const { run } = await openRun(runOptions(context), { github, pull, existing, decisions }, signal);
  const answers = await store.answers();
  const journal = answers === null ? null : { store: answers, attempt: given.comment };
  try {
    const basis = await run.basis(signal);
    const base = { ...basis.base, settings: soon(basis.base.settings) };
    const source = pullRequestSource(github, { pull, mergeBase: basis.mergeBase });
    const look = { basis: { ...basis, base }, source, emit: options.emit, journal };
    return await withPorts(run, look, (ports) => answer(context, open, base.settings, ports, signal), signal);
  } catch (error) {
    if (error instanceof GitHubError || !(error instanceof ReviewError)) throw error;
    return {
      kind: "refused",
      sentence:
        "This could not be heard: the settings on the base branch are not valid. The check of the next review says what to correct.",
    };
  }
}

async function answer(
  context: PullRequestContext,
  open: Open,
  { budget: { usdPerPr } }: Settings,
  ports: ReviewPorts,
  signal: AbortSignal,
): Promise<HearingResult | Refused> {
  const prepared = await prepare(ports, signal);
  const sha = claimedFix(context.given.body);
  const mayUnblock = !(await isAuthor(context, signal));
  if (sha !== null) return verifyClaim(context, { sha, mayUnblock, ...open }, prepared, ports, signal);
  const { finding, state, decisions } = open;
  const sentence = whyUnheard(finding.id, prepared.counted, { spentUsd: spentOn(state, decisions), usdPerPr });
  return sentence === null
    ? hold(context, { ...open, mayUnblock }, prepared, ports, signal)
    : { kind: "refused", sentence };
}

/** A person waits for the answer. */
const mostMinutes = 4;

function soon(settings: Settings): Settings {
  const { budget } = settings;
  return { ...settings, budget: { ...budget, minutes: Math.min(budget.minutes, mostMinutes) } };
}

const longestReply = 4_000;

async function hold(
  { given, options }: PullRequestContext,
  { finding, decisions, state, mayUnblock }: Open & { readonly mayUnblock: boolean },
  prepared: Prepared,
  ports: ReviewPorts,
  signal: AbortSignal,
): Promise<HearingResult> {
  // The scanner gets the whole text: it would miss a secret that is cut in two.
  const said = maskOf(await ports.secrets.scanText(given.body)).hide(given.body);
  const challenge = { by: given.login, text: cutCharacters(said, longestReply) };
  const raised = raisedSeverity(finding, decisions);
  const { table } = prepared;
  const heard = await reopenHearing({ finding, raised }, challenge, prepared, ports, signal);
  const shown = { ...heard, hearing: withLookups(heard.hearing, table.lookups?.() ?? []) };
  const reheard = redactAll(shown, ownSecrets(options));
  const { outcome, hearing } = reheard;
  const unused = ownRulesNotes([hearing], [finding], roleRulesOf(table));
  const notes = redactAll([...(table.trees?.notes() ?? []), ...unused], ownSecrets(options));
  const revised = outcome === "revised" ? reheard.finding.severity : null;
  const isChanged = outcome === "withdrawn" || revised !== null;
  const force = { mayUnblock, blockOn: state.grounds?.blockOn ?? "P0" };
  const isHeld = isChanged && isHeldUp(finding.severity, revised, force);
  const isOut = outcome === "withdrawn" && !isHeld;
  // Judges may have followed the author's words: while the finding blocks, its claim stays as wide as it was raised.
  const mayNarrow = !isHeldUp(finding.severity, null, force);
  const narrowed = mayNarrow ? reheard.narrowed : null;
  const { detail, narrowedFrom } = reheard.finding;
  const change = { narrowed: narrowed === null ? null : { id: finding.id, detail, narrowedFrom } };
  const remembered = reheard.remembered.map(({ id }) => id);
  const ended = { notes, narrowed, remembered, by: given.login, before: finding.severity, mayUnblock, isHeld };
  return {
    kind: "heard",
    text: hearingText({ ...reheard, ...ended }),
    end: isOut ? "resolve" : "leave",
    withdrawn: isOut ? hearing.because : null,
    mayUnblock,
    severity: finding.severity,
    revised: isHeld ? null : revised,
    apply: (before) => withHearing(before, hearing, { ...change, conduct: conductIn(before, hearing, prepared) }),
    costUsd: table.usage().costUsd ?? 0,
    isSaid: false,
  };
}

/** What code counts of the hearings of the review and of this one; null where no words of the review are kept. */
function conductIn({ told, findings }: State, hearing: Hearing, prepared: Prepared): ConductAgain | null {
  return told === undefined ? null : conductAgain(told.hearings, [...findings, ...told.eliminated], hearing, prepared);
}
