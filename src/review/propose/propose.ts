import picomatch from "picomatch";
import { askSeat, type DebateContext, type SeatAnswer } from "../../debate/context.ts";
import { cutBatches, wholeBatch } from "../../diff/batch.ts";
import type { Reading } from "../../diff/triage.ts";
import type { Proposal, Unsearched } from "../../domain/answers.ts";
import type { ChangedFile } from "../../domain/change.ts";
import type { Round } from "../../domain/debate.ts";
import type { Draft } from "../../domain/finding.ts";
import type { BatchView } from "../../domain/views.ts";
import type { Seat } from "../../stages/index.ts";
import { plural } from "../../text/text.ts";
import type { SeatReading } from "../debate-state.ts";
import type { Guidance } from "../setup.ts";

/** One seat's answer to one batch; `view` is null for rule engines, which read all files at once. */
export interface Proposed {
  readonly seat: Seat;
  readonly view: BatchView | null;
  readonly answer: SeatAnswer<Proposal>;
}

/** The files for rule engines; `generated` are those that only some engines read. */
export interface RuleFiles {
  readonly files: readonly ChangedFile[];
  readonly generated?: readonly ChangedFile[];
}

/** Blind and in parallel: every model seat reads every batch alone, every rule engine reads the files. */
export async function proposeFindings(
  seats: readonly Seat[],
  { files, generated = [] }: RuleFiles,
  views: readonly BatchView[],
  context: DebateContext,
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
      const ask = ({ agent }: Seat, signal: AbortSignal) => agent.propose?.(shown, signal);
      const answer = await askSeat(seat, "propose", ask, context, ({ failures }) => failures);
      if (answer.status === "answered") {
        context.emit({ type: "seat-end", seat: seat.name, stage: "propose", raised: answer.value.drafts.length });
      }
      return { seat, view, answer };
    }),
  );
}

/** All drafts with their raisers, in seat order. */
export function draftsOf(proposed: readonly Proposed[]): { seat: string; draft: Draft }[] {
  return proposed.flatMap(({ seat, answer }) =>
    answer.status === "answered" ? answer.value.drafts.map((draft) => ({ seat: seat.name, draft })) : [],
  );
}

/** The lines that rule engines left out, of all files. */
export function unsearchedIn(proposed: readonly Proposed[]): Unsearched[] {
  return proposalsIn(proposed).flatMap(({ unsearched = [] }) => unsearched);
}

/** The proposals of the round for the report, one row a seat. */
export function proposalsOf(proposed: readonly Proposed[]): Round["proposals"] {
  return bySeat(proposed).map(([seat, own]) => {
    const proposals = proposalsIn(own);
    const reasons = own.flatMap(({ answer }) => (answer.status === "failed" ? [answer.reason] : []));
    return {
      seat,
      raised: proposals.flatMap(({ drafts }) => drafts).length,
      invalid: proposals.flatMap(({ dropped }) => dropped).length,
      ...(reasons.length === 0 ? {} : { failure: [...new Set(reasons)].join("; ") }),
    };
  });
}

export function readingsOf(proposed: readonly Proposed[]): SeatReading[] {
  return proposed.flatMap(({ seat, view, answer }) =>
    view === null
      ? []
      : [
          {
            seat: seat.name,
            paths: view.batch.parts.map(({ file }) => file.path),
            delivered: answer.status === "answered",
          },
        ],
  );
}

/** How many residual risks and open questions each seat stated: part of its clarity score. */
export function remarkCounts(
  proposed: readonly Proposed[],
): { name: string; residualRisks: number; openQuestions: number }[] {
  return bySeat(proposed).map(([name, own]) => {
    const proposals = proposalsIn(own);
    return {
      name,
      residualRisks: proposals.flatMap(({ residualRisks }) => residualRisks).length,
      openQuestions: proposals.flatMap(({ openQuestions }) => openQuestions).length,
    };
  });
}

function proposalsIn(proposed: readonly Proposed[]): Proposal[] {
  return proposed.flatMap(({ answer }) => (answer.status === "answered" ? [answer.value] : []));
}

function bySeat(proposed: readonly Proposed[]): [string, Proposed[]][] {
  return [...Map.groupBy(proposed, ({ seat }) => seat.name)];
}

/** Whether the seat delivered every proposal that it was asked for. */
export function hasDelivered(seat: string, proposed: readonly Proposed[]): boolean {
  return proposed.filter((one) => one.seat.name === seat).every(({ answer }) => answer.status === "answered");
}

/** "claude, gpt, rules; 12 files": who is asked about how much. */
export function whoReads(seats: readonly Seat[], files: number): string {
  const asked = seats.filter(({ agent }) => agent.propose !== undefined).map(({ name }) => name);
  return `${asked.join(", ")}; ${plural(files, "file")}`;
}

/** Estimated tokens of diff and context a seat gets in one request; above it, answers get worse (measured on SWE-PRBench). */
const batchTokens = 24_000;

/** The batches that model seats read, each with the guidance for its files. */
export function viewsOf(
  files: readonly ChangedFile[],
  reading: (file: ChangedFile) => Reading,
  { instructions, guide }: Guidance,
): BatchView[] {
  // The diff of a symbolic link shows its target. A file without hunks is shown by its new name or mode.
  const read = files.filter(
    (file) =>
      reading(file).state === "read" && file.unreviewed === undefined && ["text", "symlink"].includes(file.kind),
  );
  const rules = instructions.map(({ paths, text }) => ({ text, applies: picomatch([...paths], { dot: true }) }));
  const batches = cutBatches(read, batchTokens);
  return batches.map((batch, position) => {
    const texts = rules
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
