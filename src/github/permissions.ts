import { z } from "zod";
import type { GitHub } from "./client.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

const roles = ["admin", "maintain", "write", "triage", "read", "none"] as const;
export type Role = (typeof roles)[number];
const Permission = z.object({ permission: z.string(), role_name: z.string().nullish() });

/** A person's role now. A custom role counts as the permission it is built on; anything unknown is none. Callers deny on an error. */
export async function readPermission(github: GitHub, repo: string, login: string, signal: AbortSignal): Promise<Role> {
  const route = "GET /repos/{owner}/{repo}/collaborators/{username}/permission";
  const answer = await github.request(route, { ...ownerAndRepo(repo), username: login, request: { signal } });
  const { permission, role_name: name } = read(Permission, answer.data, route);
  return roles.find((role) => role === name) ?? roles.find((role) => role === permission) ?? "none";
}
