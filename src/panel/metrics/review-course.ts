import type { Conduct } from "../../domain/discussion/constitution.ts";
import type { Measures } from "../../domain/discussion/metrics.ts";
import type { Finding } from "../../domain/finding.ts";
import type { Review } from "../../domain/review.ts";
import { type MeasuredItem, measure } from "./rows.ts";

type Measured = Pick<Review, "panel" | "findings" | "eliminated" | "rounds" | "hearings" | "confidence" | "stopReason">;

/** The metrics of a review. Findings of rules alone were not argued by models and are left out; so are those fixed or dismissed since. */
export function measureReview(review: Measured, revised: ReadonlySet<string>, conduct: Conduct): Measures {
  const { panel, rounds, confidence, stopReason } = review;
  const seats = panel.seats.filter(({ counted }) => counted);
  const isArgued = ({ raisedBy, status }: Finding): boolean =>
    raisedBy.some((name) => seats.some((seat) => seat.name === name)) && status !== "fixed" && status !== "dismissed";
  const open = review.findings.filter(isArgued);
  const out = review.eliminated.filter(isArgued);
  const all = [...open, ...out];
  const ids = new Set(all.map(({ id }) => id));
  const votes = rounds.flatMap(({ ballots }) => ballots.flatMap((ballot) => ballot.votes));
  const evidence = votes.filter(({ finding }) => ids.has(finding)).flatMap((vote) => vote.evidence);
  return measure({
    items: all.map((finding) => itemOf(finding, review)),
    rounds: rounds.length,
    isAgreed: stopReason === "agreed",
    seats,
    heard: seats.filter(({ healthy }) => healthy).map(({ name }) => name),
    cited: [...all.filter(isFound), ...evidence].map(({ path }) => path),
    revisions: open.filter(({ id }) => revised.has(id)).length,
    rejections: out.length,
    rules: { kept: conduct.checked - conduct.broken.length, checked: conduct.checked },
    violations: conduct.broken,
    consensus: confidence === null ? null : confidence / 100,
  });
}

function isFound({ eliminatedAt }: Finding): boolean {
  return eliminatedAt !== "gate";
}

function itemOf(finding: Finding, { rounds, hearings }: Measured): MeasuredItem {
  const { id, raisedBy, status } = finding;
  const cast = rounds.map(({ ballots }) =>
    ballots.flatMap(({ seat, votes }) =>
      votes
        .filter((vote) => vote.finding === id && vote.verdict !== "abstain")
        .map(({ verdict }) => ({ seat, verdict })),
    ),
  );
  const disputes = cast.flat().filter(({ verdict }) => verdict === "dispute").length;
  const checks = rounds.flatMap(({ objections }) => objections.filter((one) => one.finding === id)).length;
  const heard = hearings.filter((hearing) => hearing.finding === id);
  const objections = heard.flatMap(({ exchanges }) => exchanges.filter(({ role }) => role === "skeptic")).length;
  return {
    authors: raisedBy,
    // Only the first ballot was cast before the seats heard each other's arguments.
    stances: new Map((cast[0] ?? []).map(({ seat, verdict }) => [seat, verdict === "duplicate" ? "agree" : verdict])),
    challenges: disputes + checks + objections,
    isExamined: cast.flat().length + checks + heard.length > 0 || raisedBy.length > 1,
    isGrounded: isFound(finding),
    survives: status !== "eliminated",
  };
}
