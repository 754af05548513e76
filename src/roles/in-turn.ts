import type { Constitutions, RoleName } from "../domain/discussion/constitution.ts";

/** The roles of a plan and of a free debate, in turn over the seats. A seat that is cast against the others is the adversary. */
const inTurn = ["strategist", "critic", "adversary", "moderator"] as const satisfies readonly RoleName[];

export function roleAt(index: number, opposes = false): RoleName {
  return opposes ? "adversary" : (inTurn[index % inTurn.length] ?? "strategist");
}

/** Says which constitutions of the repository no seat used. `held`: the role of each seat or turn; a debate without any needs no note. */
export function unusedRoleNotes(
  constitutions: Constitutions,
  held: readonly (RoleName | null)[],
  seats: number,
): string[] {
  if (held.length === 0) return [];
  const unused = inTurn.filter((role) => constitutions.get(role)?.shipped !== undefined && !held.includes(role));
  return unused.map(
    (role) =>
      `The repository's constitution of the ${role} was not used: of ${seats} seats, none argued in this role (docs/roles.md).`,
  );
}
