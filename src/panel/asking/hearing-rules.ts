import type { Hearing } from "../../domain/debate.ts";
import type { Adjudication } from "../../domain/known-names.ts";
import type { Seat } from "../stages/index.ts";

/** An item that is argued about, with the names of those who raised it, agree with it and dispute it. */
export interface Contested {
  readonly raisedBy: readonly string[];
  readonly votes: { readonly agree: readonly string[]; readonly dispute: readonly string[] };
}

/** The speakers of a hearing. Without judges only a concession can decide. */
export interface Roles {
  readonly advocate: Seat;
  readonly skeptic: Seat;
  readonly judges: readonly Seat[];
  /** Looks for the worst case and the edge case; left out where no seat is free for it. */
  readonly adversary?: Seat;
}

/**
 * Advocate: a raiser that keeps it, else any raiser, else a seat that agrees. Skeptic: a disputing seat, else one of another provider. Judges: all others, first those who did
 * not raise it, then those of other providers.
 * `devils-advocate` makes a seat of the agreeing majority the skeptic. Null where two sides cannot be found.
 */
export function castRoles({ raisedBy, votes }: Contested, seats: readonly Seat[], strategy: string): Roles | null {
  const speakers = seats.filter(({ agent }) => agent.argue !== undefined);
  const raisers = speakers.filter(({ name }) => raisedBy.includes(name));
  const advocate =
    raisers.find(({ name }) => !votes.dispute.includes(name)) ??
    raisers[0] ??
    speakers.find(({ name }) => votes.agree.includes(name));
  if (advocate === undefined) return null;
  const others = speakers.filter((seat) => seat !== advocate);
  const majorityAgrees = votes.agree.length >= votes.dispute.length;
  const preferred = strategy === "devils-advocate" && majorityAgrees ? votes.agree : votes.dispute;
  const outsiders = others.filter(({ name }) => !raisedBy.includes(name));
  const skeptic =
    outsiders.find(({ name }) => preferred.includes(name)) ??
    outsiders.find(({ provider }) => provider !== advocate.provider) ??
    outsiders[0] ??
    others[0];
  if (skeptic === undefined) return null;
  const parties = [advocate.provider, skeptic.provider];
  const rest = seats.filter((seat) => seat !== advocate && seat !== skeptic && seat.agent.judge !== undefined);
  const bias = ({ name, provider }: Seat): number =>
    2 * Number(raisedBy.includes(name)) + Number(parties.includes(provider));
  return { advocate, skeptic, judges: [...rest].sort((a, b) => bias(a) - bias(b)) };
}

type Rulings = readonly Pick<Hearing["rulings"][number], "ruling" | "reason">[];
type Decision = Pick<Hearing, "ruling" | "because">;

/** Judges that a hearing keeps before one of them may be its adversary instead. */
const judgesKept = { "supreme-court": 1, majority: 3, unanimous: 3 } as const satisfies Record<Adjudication, number>;

/**
 * Names an adversary among those who could judge: the last one that did not raise the finding, if enough judges are left without it. It is on
 * neither side, so it is never the advocate, the skeptic or a judge.
 */
export function withAdversary(
  roles: Roles,
  { raisedBy }: Pick<Contested, "raisedBy">,
  adjudication: Adjudication,
): Roles {
  const spare = roles.judges.slice(judgesKept[adjudication]);
  const adversary = spare.findLast(({ name, agent }) => !raisedBy.includes(name) && agent.argue !== undefined);
  if (adversary === undefined) return roles;
  return { ...roles, adversary, judges: roles.judges.filter((seat) => seat !== adversary) };
}

/** Calls of one hearing: two arguments, perhaps an adversary, and a judge in both orders or each of the other seats once. */
export function callsOfHearing(adjudication: Adjudication, seats: number): number {
  const others = Math.max(0, seats - 2);
  if (adjudication !== "supreme-court") return 2 + others;
  return 2 + 2 + (others > judgesKept[adjudication] ? 1 : 0);
}

/** How the judges' rulings become one decision. A missing or invalid ruling never counts for either side. */
const decisions: Readonly<Record<Adjudication, (rulings: Rulings, expected: number) => Decision>> = {
  "supreme-court": (rulings) => {
    const [first, second] = rulings;
    if (first === undefined || second === undefined) return undecided("the judge did not rule in both orders");
    if (first.ruling !== second.ruling) return undecided("the judge ruled differently when the sides changed places");
    return { ruling: first.ruling, because: first.reason };
  },
  majority: (rulings, expected) => {
    for (const ruling of ["upheld", "refuted"] as const) {
      const same = rulings.filter((one) => one.ruling === ruling);
      if (same.length * 2 > expected) return { ruling, because: same[0]?.reason ?? "" };
    }
    return undecided("no ruling has a majority of the judges");
  },
  unanimous: (rulings, expected) => {
    const [first] = rulings;
    const alike =
      first !== undefined && rulings.length === expected && rulings.every(({ ruling }) => ruling === first.ruling);
    return alike ? { ruling: first.ruling, because: first.reason } : undecided("the judges do not agree");
  },
};

export function adjudicate(adjudication: Adjudication, rulings: Rulings, expected: number): Decision {
  return decisions[adjudication](rulings, expected);
}

/** A second judge heard a finding that the first one upheld against most votes. Its own word decides; left undecided, the two do not agree. */
export function onAppeal({ ruling, because }: Decision): Decision {
  return ruling === "undecided"
    ? undecided(`most seats were against it, and a second judge did not uphold it: ${because}`)
    : { ruling, because };
}

function undecided(because: string): Decision {
  return { ruling: "undecided", because };
}
