import { z } from "zod";
import type { CheckOutput } from "../domain/publication.ts";
import { createOnce } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { isRefused } from "./errors.ts";
import { allPages } from "./pages.ts";
import { read } from "./pull-request.ts";
import { ownerAndRepo } from "./repository.ts";

/** The name that rulesets require; frozen (design §12). */
export const checkName = "PR Debate";

/** A button on the check; the App answers it. */
export const checkActions = [{ label: "Re-review", description: "Debate this commit again", identifier: "re-review" }];

const CheckRun = z.object({
  id: z.number(),
  external_id: z.string().nullish(),
  status: z.string(),
  conclusion: z.string().nullish(),
  output: z.object({ annotations_count: z.number().nullish() }).nullish(),
});

export interface OwnCheck {
  readonly id: number;
  readonly externalId: string;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  readonly annotations: number;
}

/** Every check run of our name on a sha; which of them are ours, their `externalId` tells. */
export async function listChecks(
  github: GitHub,
  { repo, headSha }: { readonly repo: string; readonly headSha: string },
  signal: AbortSignal,
): Promise<OwnCheck[]> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const list = { ...ownerAndRepo(repo), ref: headSha, check_name: checkName, filter: "all", per_page: 100 } as const;
  const { items } = await allPages(async (page) => {
    const { data, headers } = await github.request(route, { ...list, page, request: { signal } });
    return { data: data.check_runs, headers };
  }, 10);
  return items.map((item) => checkOf(read(CheckRun, item, route)));
}

/** A new check in progress; null where the token may not write checks. */
export async function startCheck(
  github: GitHub,
  target: {
    readonly repo: string;
    readonly headSha: string;
    readonly externalId: string;
    readonly detailsUrl: string | null;
    readonly output: CheckOutput;
  },
  signal: AbortSignal,
): Promise<OwnCheck | null> {
  const { repo, headSha, externalId, detailsUrl, output } = target;
  const route = "POST /repos/{owner}/{repo}/check-runs";
  const body = {
    ...ownerAndRepo(repo),
    name: checkName,
    head_sha: headSha,
    external_id: externalId,
    status: "in_progress",
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
    output: { ...output },
    request: { signal },
  } as const;
  const create = async () => checkOf(read(CheckRun, (await github.request(route, body)).data, route));
  const find = async () => {
    const known = await listChecks(github, { repo, headSha }, signal);
    return known.find((check) => check.externalId === externalId && !check.isCompleted) ?? null;
  };
  try {
    return await createOnce(create, find, signal);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** The check of a run that was stopped; its own short deadline, since the run's signal has fired. */
export async function cancelCheck(
  github: GitHub,
  { repo, id, output }: { readonly repo: string; readonly id: number; readonly output: CheckOutput },
): Promise<void> {
  const state = { status: "completed", conclusion: "cancelled" } as const;
  const request = { signal: AbortSignal.timeout(5_000) };
  const body = { ...ownerAndRepo(repo), check_run_id: id, ...state, output: { ...output }, request };
  await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", body).catch(() => undefined);
}

/** How many annotations a check has by now. */
export async function countAnnotations(github: GitHub, repo: string, id: number, signal: AbortSignal): Promise<number> {
  const route = "GET /repos/{owner}/{repo}/check-runs/{check_run_id}";
  const answer = await github.request(route, { ...ownerAndRepo(repo), check_run_id: id, request: { signal } });
  return checkOf(read(CheckRun, answer.data, route)).annotations;
}

function checkOf({ id, external_id: externalId, status, conclusion, output }: z.infer<typeof CheckRun>): OwnCheck {
  return {
    id,
    externalId: externalId ?? "",
    isCompleted: status === "completed",
    conclusion: conclusion ?? null,
    annotations: output?.annotations_count ?? 0,
  };
}
