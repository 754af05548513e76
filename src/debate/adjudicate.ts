import type { Hearing } from "../domain/debate.ts";
import { rank, type Severity } from "../domain/severity.ts";

type Rulings = Hearing["rulings"];
type Outcome = Pick<Hearing, "ruling" | "because">;

export type Adjudication = "supreme-court" | "majority" | "unanimous";

/** How the judges' rulings become one (design §4.6). A missing or invalid ruling never counts as one side's. */
const adjudications: Readonly<Record<Adjudication, (rulings: Rulings, expected: number) => Outcome>> = {
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
    return alike ? { ruling: first.ruling, because: first.reason } : undecided("the judges are not of one mind");
  },
};

export function adjudicate(adjudication: Adjudication, rulings: Rulings, expected: number): Outcome {
  return adjudications[adjudication](rulings, expected);
}

/** The severity that all rulings name alike, or null. */
export function ruledSeverity(rulings: Rulings): Severity | null {
  const [first, ...others] = rulings.map(({ severity }) => severity);
  return first !== undefined && others.every((severity) => severity !== undefined && rank(severity) === rank(first))
    ? first
    : null;
}

function undecided(because: string): Outcome {
  return { ruling: "undecided", because };
}
