import type { Role } from "../decisions/author.ts";
import { OtherRepository } from "../domain/errors.ts";
import type { CommentGiven, GitHubRunOptions } from "../domain/run.ts";
import type { GitHub } from "../github/client.ts";
import { readPermission } from "../github/people.ts";

const roles: readonly Role[] = ["write", "maintain", "admin"];

/** The role of somebody who may give commands, looked up now; null for everybody else. Whoever cannot be looked up may not. */
export async function roleOf(
  github: GitHub,
  { repo, login }: Pick<CommentGiven, "repo" | "login">,
  emit: GitHubRunOptions["emit"],
  signal: AbortSignal,
): Promise<Role | null> {
  try {
    const permission = await readPermission(github, repo, login, signal);
    return roles.find((role) => role === permission) ?? null;
  } catch (error) {
    if (signal.aborted || error instanceof OtherRepository) throw error;
    emit({ type: "note", text: `The permission of ${login} could not be looked up, so the command is refused.` });
    return null;
  }
}
