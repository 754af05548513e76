import type { Finding } from "../domain/finding.ts";
import type { Seat } from "../stages/index.ts";

/** Who speaks in a hearing. `judges` may be empty: then only a concession can decide. */
export interface Roles {
  readonly advocate: Seat;
  readonly skeptic: Seat;
  readonly judges: readonly Seat[];
}

/**
 * Advocate: a raiser, else a seat that agrees. Skeptic: a disputing seat, else one of another provider. Judges: neither, those first who did
 * not raise it, then other providers.
 * `devils-advocate` gives the skeptic's part to a seat of the agreeing majority. Null where two sides cannot be found.
 */
export function castRoles(finding: Finding, seats: readonly Seat[], strategy: string): Roles | null {
  const { raisedBy, votes } = finding;
  const speakers = seats.filter(({ agent }) => agent.argue !== undefined);
  const advocate =
    speakers.find(({ name }) => raisedBy.includes(name)) ?? speakers.find(({ name }) => votes.agree.includes(name));
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
