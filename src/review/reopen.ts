import { excerptAround } from "../anchor/excerpt.ts";
import { anchorMasked } from "../anchor/masked-anchor.ts";
import { carryOver, type Standing } from "../debate/carry.ts";
import { floorFor } from "../debate/engine.ts";
import { withQuotes } from "../debate/redacted-quotes.ts";
import { type Challenge, type Reheard, rehear } from "../debate/rehear.ts";
import { withSiftedEvidence } from "../debate/sifted.ts";
import type { Finding } from "../domain/finding.ts";
import type { Severity } from "../domain/severity.ts";
import type { Prepared, ReviewPorts } from "./prepare.ts";

type Eye = Pick<ReviewPorts, "isNew" | "redact">;

/** Where a finding's code stands now, found as a review of the next push would find it; undefined where it is gone. */
export function standingOf(finding: Finding, prepared: Prepared, eye: Eye): Standing | undefined {
  const { change, mask } = prepared;
  const { redact = (text) => text } = eye;
  const newPaths = change.files.map(({ path }) => path).filter((path) => eye.isNew?.(path) === true);
  const known = withQuotes([finding], change, newPaths, (line) => redact(mask.hide(line)));
  return carryOver(known, anchorMasked(change, mask), { fresh: newPaths, known: [] }).standing[0];
}

/** One finding before the table again, with what a person said against it. `raised`: its severity before any such hearing. */
export function reopen(
  { finding, raised }: { readonly finding: Finding; readonly raised: Severity },
  challenge: Challenge,
  prepared: Prepared,
  { emit, ...eye }: Eye & Pick<ReviewPorts, "emit">,
  signal: AbortSignal,
): Promise<Reheard> {
  const { change, mask, table } = prepared;
  const anchor = anchorMasked(change, mask);
  const seats = withSiftedEvidence(prepared.seats, change, anchor).filter(({ counted }) => counted);
  const place = standingOf(finding, prepared, eye)?.place;
  emit({ type: "stage-start", stage: "hearing", detail: "reopened by a person" });
  return rehear({ ...finding, ...place }, [challenge], {
    seats,
    panel: seats,
    adjudication: table.settings.debate.adjudication,
    excerptOf: (one) => mask.hide(excerptAround(change, one)),
    raised: () => raised,
    cap: () => undefined,
    anchor,
    floor: floorFor(emit, signal),
  });
}
