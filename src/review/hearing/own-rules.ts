import type { Hearing } from "../../domain/debate.ts";
import type { RoleName } from "../../domain/discussion/constitution.ts";
import { type Finding, isGuarded } from "../../domain/finding.ts";
import { hearingRoles } from "../../stages/hearing.ts";
import type { RoleRules } from "../debate-state.ts";

/** Says where a constitution of the repository was not used in the hearings, and why. */
export function ownRulesNotes(
  hearings: readonly Hearing[],
  findings: readonly Finding[],
  { constitutions, blockOn }: Pick<RoleRules, "constitutions" | "blockOn">,
): string[] {
  const own = Object.values(hearingRoles).filter((role) => constitutions.get(role)?.shipped !== undefined);
  const rolesIn = (some: readonly Hearing[]): RoleName[] =>
    some.flatMap(({ exchanges }) => exchanges.map(({ role }) => hearingRoles[role]));
  const guarded = new Set(findings.filter((one) => isGuarded(one, blockOn)).map(({ id }) => id));
  const replaced = rolesIn(hearings.filter(({ finding }) => guarded.has(finding)));
  const notes = own
    .filter((role) => replaced.includes(role))
    .map(
      (role) =>
        `Where a finding is protected or blocks, its hearing used the program's own constitution of the ${role}, not the repository's (docs/roles.md).`,
    );
  const isUnused = hearings.length > 0 && own.includes("adversary") && !rolesIn(hearings).includes("adversary");
  return isUnused ? [...notes, unusedAdversary] : notes;
}

const unusedAdversary =
  "The repository's constitution of the adversary was not used: no hearing had an adversary, because no seat was free for it or no judge had to rule (docs/roles.md).";
