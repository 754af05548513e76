import type { StepDraft } from "../../domain/plan.ts";
import type { Delivered } from "../../panel/asking/context.ts";
import { checksOf, sequenceNotes, sequenceReport } from "../../panel/asking/in-sequence.ts";
import { cutWords } from "../../text/text.ts";
import type { LimitedOpening, StepList } from "./steps.ts";

/** The most steps of earlier seats that one request shows. */
const mostEarlier = 40;
const wordsOfRemark = 80;

interface EarlierStep {
  readonly id: string;
  readonly seat: string;
  readonly draft: StepDraft;
}

/** The steps that a seat is shown. Where there are too many, each seat before it has an equal share. */
export function stepsBefore(before: readonly Delivered<LimitedOpening>[]): EarlierStep[] {
  const share = Math.floor(mostEarlier / Math.max(1, before.length));
  const shown = before.flatMap(({ seat, value }) =>
    value.opening.steps.slice(0, share).map((draft) => ({ seat, draft })),
  );
  return shown.map((one, at) => ({ ...one, id: `${at + 1}` }));
}

/** The checks of a pipeline: as arguments on the steps, without names, and for the report. They are not votes. */
export function checkedIn(delivered: readonly Delivered<LimitedOpening>[], { home }: StepList) {
  const said = new Map<string, string[]>();
  const passed = delivered.map(({ seat, value }, at) => {
    const earlier = stepsBefore(delivered.slice(0, at));
    const { checks = [] } = value.opening;
    for (const { id, draft } of earlier) {
      const [step, check] = [home.get(draft), checks.find(({ of }) => of === id)];
      if (step !== undefined && check !== undefined)
        said.set(step, [...(said.get(step) ?? []), cutWords(check.reason, wordsOfRemark)]);
    }
    const shown = earlier.map(({ id, seat: of, draft }) => ({ id, seat: of, title: draft.title }));
    return checksOf(seat, value.opening.checks === undefined ? [] : shown, checks);
  });
  const order = delivered.map(({ seat }) => seat);
  const checks = passed.flat();
  return { said, notes: sequenceNotes(order, checks, "steps"), topology: sequenceReport(order, checks) };
}
