import type { Finding } from "../../domain/finding.ts";
import { endOf, newestEnds, noEnds, type PastEnd, type PastEnds, personasBySeat } from "../../domain/memory/ends.ts";
import type { Panel } from "../../domain/panel.ts";
import type { Review } from "../../domain/review.ts";
import type { State } from "../../domain/state.ts";

/** More ends of one pull request than these would leave no room for its findings. */
const mostEnds = 200;

/**
 * How findings of this pull request ended, after one more review. `present` are the open and dismissed ones now: a finding that came back has not
 * ended. A claim about code that does not exist says nothing about a finding that ended before.
 */
export function endsAfter(
  { eliminated, panel }: Pick<Review, "eliminated" | "panel">,
  present: readonly Finding[],
  before: State | null,
): Pick<State, "ends"> {
  const earlier = endsIn(before);
  const ended = new Set(earlier.newest.map(({ id }) => id));
  const repeated = eliminated.filter(({ eliminatedAt }) => eliminatedAt === "merge");
  const back = new Set(
    [...present, ...repeated].flatMap(({ id, alsoReported }) => [id, ...alsoReported.map((claim) => claim.id ?? id)]),
  );
  const now = endsOf(eliminated, panel).filter(({ id, outcome }) => outcome !== "unfounded" || !ended.has(id));
  return kept({ ...earlier, newest: [...now, ...earlier.newest].filter(({ id }) => !back.has(id)) });
}

/** A state in which one more finding has ended. */
export function withEnd(state: State, finding: Finding): State {
  const earlier = endsIn(state);
  return { ...state, ...kept({ ...earlier, newest: [...endsOf([finding], state.panel), ...earlier.newest] }) };
}

/** Each finding once, by its newest end. */
function kept({ newest, dropped }: PastEnds): Pick<State, "ends"> {
  const once = [...new Map(newest.toReversed().map((end) => [end.id, end])).values()].toReversed();
  const ends = newestEnds({ newest: once, dropped }, mostEnds);
  return ends.newest.length + ends.dropped === 0 ? {} : { ends };
}

/** A state of an older version has the ends of its last review, and P0 that were fixed before. */
function endsIn(state: State | null): PastEnds {
  if (state === null) return noEnds;
  const { ends, fixed = [], told, panel } = state;
  return ends ?? { newest: endsOf([...(told?.eliminated ?? []), ...fixed], panel), dropped: 0 };
}

function endsOf(findings: readonly Finding[], panel: Panel): PastEnd[] {
  const personas = personasBySeat(panel);
  return findings.flatMap((finding) => {
    const { id, raisedBy, rule } = finding;
    const outcome = endOf(finding);
    if (outcome === null) return [];
    const seats = [...new Set(raisedBy)];
    const named = [...new Set(seats.flatMap((seat) => personas.get(seat) ?? []))];
    return [{ id, outcome, seats, personas: named, ...(rule === undefined ? {} : { rule }) }];
  });
}
