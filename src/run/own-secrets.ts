import { keysIn } from "../vendors/environment.ts";
import type { GitHubRunOptions } from "./options.ts";

/** Values of ours that must not appear in anything published. */
export function ownSecrets({ env, github: { token } }: Pick<GitHubRunOptions, "env" | "github">): readonly string[] {
  return [...keysIn(env), ...(typeof token === "string" ? [token] : token.issued())];
}
