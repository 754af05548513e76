import picomatch from "picomatch";
import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/ask.ts";
import { cutBatches, wholeBatch } from "../../diff/batch.ts";
import type { Reading } from "../../diff/triage.ts";
import type { BatchView, Proposal, Unsearched } from "../../domain/answers.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Failure, Round } from "../../domain/debate.ts";
import type { Draft } from "../../domain/finding.ts";
import type { Seat } from "../../stages/index.ts";
import { plural } from "../../text/text.ts";

/** One seat's answer to one batch; `view` is null for rule engines, which read all files at once. */
export interface Proposed {
  readonly seat: Seat;
  readonly view: BatchView | null;
  readonly answer: SeatAnswer<Proposal>;
}

/** What rule engines read; `generated` are those of the files that only some of them do. */
export interface RuleFiles {
  readonly files: readonly ChangedFile[];
  readonly generated?: readonly ChangedFile[];
}

/** Blind and in parallel: every model seat reads every batch alone, every rule engine the files. */
export async function proposeFindings(
  seats: readonly Seat[],
  { files, generated = [] }: RuleFiles,
  views: readonly BatchView[],
  floor: DebateContext,
): Promise<Proposed[]> {
  const wholeOf = (read: readonly ChangedFile[]): BatchView => {
    return { batch: wholeBatch(read), index: 1, of: 1, round: 1, instructions: "" };
  };
  const everything = wholeOf(files);
  const written = wholeOf(files.filter((file) => !generated.includes(file)));
  const questions = seats
    .filter(({ agent }) => agent.propose !== undefined)
    .flatMap((seat) =>
      (seat.counted ? views : [null]).map((view) => {
        return { seat, view, shown: view ?? (seat.readsGenerated === true ? everything : written) };
      }),
    );
  return Promise.all(
    questions.map(async ({ seat, view, shown }) => {
      const answer = await askSeat(seat, "propose", (signal) => seat.agent.propose?.(shown, signal), floor);
      if (answer.status === "answered") {
        floor.emit({ type: "seat-end", seat: seat.name, stage: "propose", raised: answer.value.drafts.length });
      }
      return { seat, view, answer };
    }),
  );
}

/** All drafts with their raisers, in seat order. */
export function draftsOf(proposed: readonly Proposed[]): { seat: string; draft: Draft }[] {
  return delivered(proposed).flatMap(({ seat, proposal }) => proposal.drafts.map((draft) => ({ seat, draft })));
}

/** All failures, whole answers and parts of the work alike; `path` where it concerns one file. */
export function failuresOf(proposed: readonly Proposed[]): (Failure & { path?: string })[] {
  return proposed.flatMap(({ answer }) => (answer.status === "failed" ? [answer.failure] : answer.value.failures));
}

/** What rule engines left out, of all files. */
export function unsearchedIn(proposed: readonly Proposed[]): Unsearched[] {
  return delivered(proposed).flatMap(({ proposal }) => proposal.unsearched ?? []);
}

/** The proposals of the round as a reader sees them, one row a seat. */
export function proposalsOf(proposed: readonly Proposed[]): Round["proposals"] {
  return seatsOf(proposed).map((seat) => {
    const own = proposed.filter((one) => one.seat.name === seat);
    const proposals = delivered(own).map(({ proposal }) => proposal);
    const failed = own.flatMap(({ answer }) => (answer.status === "failed" ? [answer.failure.reason] : []));
    return {
      seat,
      raised: proposals.flatMap(({ drafts }) => drafts).length,
      invalid: proposals.flatMap(({ dropped }) => dropped).length,
      ...(failed.length === 0 ? {} : { failure: [...new Set(failed)].join("; ") }),
    };
  });
}

/** One batch that one model seat was asked to read. */
export interface SeatReading {
  readonly seat: string;
  readonly paths: readonly string[];
  readonly delivered: boolean;
}

export function readingsOf(proposed: readonly Proposed[]): SeatReading[] {
  return proposed.flatMap(({ seat, view, answer }) => {
    if (view === null) return [];
    return [
      {
        seat: seat.name,
        paths: view.batch.parts.map(({ file }) => file.path),
        delivered: answer.status === "answered",
      },
    ];
  });
}

/** How many residual risks and open questions each seat stated: part of its clarity score. */
export function remarksOf(
  proposed: readonly Proposed[],
): { name: string; residualRisks: number; openQuestions: number }[] {
  return seatsOf(proposed).map((name) => {
    const proposals = delivered(proposed)
      .filter(({ seat }) => seat === name)
      .map(({ proposal }) => proposal);
    return {
      name,
      residualRisks: proposals.flatMap(({ residualRisks }) => residualRisks).length,
      openQuestions: proposals.flatMap(({ openQuestions }) => openQuestions).length,
    };
  });
}

function delivered(proposed: readonly Proposed[]): { seat: string; proposal: Proposal }[] {
  return proposed.flatMap(({ seat, answer }) =>
    answer.status === "answered" ? [{ seat: seat.name, proposal: answer.value }] : [],
  );
}

function seatsOf(proposed: readonly Proposed[]): string[] {
  return [...new Set(proposed.map(({ seat }) => seat.name))];
}

/** Whether all proposals that a seat was asked for came. */
export function hasDelivered(seat: string, proposed: readonly Proposed[]): boolean {
  return proposed.filter((one) => one.seat.name === seat).every(({ answer }) => answer.status === "answered");
}

/** "claude, gpt, rules; 12 files": who is asked about how much. */
export function whoReads(seats: readonly Seat[], files: number): string {
  const asked = seats.filter(({ agent }) => agent.propose !== undefined).map(({ name }) => name);
  return `${asked.join(", ")}; ${plural(files, "file")}`;
}

/** Maintainers' wishes for some paths, and the repository's own guide (AGENTS.md), both from the base revision. */
export interface Guidance {
  readonly instructions: readonly { readonly paths: readonly string[]; readonly text: string }[];
  readonly guide: string;
}

/** Estimated tokens of diff and context a seat gets in one request; above it answers get worse, not better (evidence: SWE-PRBench). */
const batchTokens = 24_000;

/** The batches that model seats read, each with the guidance for its files. */
export function viewsOf(
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
  { instructions, guide }: Guidance,
): BatchView[] {
  // Of a symbolic link the diff shows the name it points to. A file without hunks is shown by what happened to it: a new name, another mode.
  const read = files.filter(
    (file) =>
      reading(file).state === "read" && file.unreviewed === undefined && ["text", "symlink"].includes(file.kind),
  );
  const wishes = instructions.map(({ paths, text }) => ({ text, applies: picomatch([...paths], { dot: true }) }));
  const batches = cutBatches(read, batchTokens);
  return batches.map((batch, position) => {
    const texts = wishes
      .filter(({ applies }) => batch.parts.some(({ file }) => applies(file.path)))
      .map(({ text }) => text);
    return {
      batch,
      index: position + 1,
      of: batches.length,
      round: 1,
      instructions: [guide, ...texts].filter(Boolean).join("\n\n"),
    };
  });
}
