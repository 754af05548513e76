import { z } from "zod";
import type { CheckOutput } from "../domain/operation.ts";
import type { GitHub } from "./client.ts";
import { type GitHubError, isRefused } from "./errors.ts";
import { allPages, nothing, once, ownerAndRepo, read, unreadable, writeOnce } from "./requests.ts";

/** Branch protection knows a check by this name; it never carries data of a pull request. */
export const checkName = "PR Debate";

/** A button on the check (limits: label and identifier 20 characters, description 40). */
export const actions = [
  { label: "Re-review", description: "Debate this change once more", identifier: "re-review" },
] satisfies [{ label: string; description: string; identifier: string }];

/** `app`: the slug of the app that made it. `title`: what it shows. `annotations`: how many it has. `externalId` and `detailsUrl` are as they were given at its start. */
export interface CheckRun {
  readonly id: number;
  readonly app: string | null;
  readonly externalId: string;
  readonly detailsUrl: string | null;
  readonly isCompleted: boolean;
  readonly conclusion: string | null;
  readonly title: string | null;
  readonly annotations: number;
}

export interface CheckTarget {
  readonly repo: string;
  readonly id: number;
}

const Run = z.object({
  id: z.number().int(),
  app: z.object({ slug: z.string().nullish() }).nullish(),
  external_id: z.string().nullish(),
  details_url: z.string().nullish(),
  status: z.string(),
  conclusion: z.string().nullish(),
  output: z.object({ title: z.string().nullish(), annotations_count: z.number().int() }),
});
const mostPages = 10;

type Commit = Readonly<Record<"repo" | "headSha", string>>;

/** The same for whoever goes on without: a token that may not read checks sees none. */
export async function listChecks(github: GitHub, commit: Commit, signal: AbortSignal): Promise<CheckRun[]> {
  return (await readChecks(github, commit, signal)) ?? [];
}

/** Every check run of our name on a commit, newest first, those of earlier attempts too. Null: the token may not read checks. */
export async function readChecks(
  github: GitHub,
  { repo, headSha }: Commit,
  signal: AbortSignal,
): Promise<CheckRun[] | null> {
  const route = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs";
  const list = { ...ownerAndRepo(repo), ref: headSha, check_name: checkName, filter: "all", per_page: 100 } as const;
  const page = async (number: number) => {
    const { data, headers } = await github.request(route, { ...list, page: number, request: { signal } });
    return { data: read(z.object({ check_runs: z.array(Run) }), data, route).check_runs, headers };
  };
  try {
    const { items } = await allPages(page, mostPages);
    return items.map(checkOf);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

/** For whom "refused" and "none" must not look alike. */
export function refusedChecks(): GitHubError {
  return unreadable("the checks", "GitHub did not let them be read");
}

/** Starts a check. Null: the token may not write checks, as in a run for a fork. */
export async function startCheck(
  github: GitHub,
  options: {
    readonly repo: string;
    readonly headSha: string;
    readonly externalId: string;
    readonly detailsUrl: string | null;
    readonly output: CheckOutput;
  },
  signal: AbortSignal,
): Promise<CheckRun | null> {
  const { repo, headSha, externalId, detailsUrl, output } = options;
  const route = "POST /repos/{owner}/{repo}/check-runs";
  const create = async () => {
    const { data } = await github.request(route, {
      ...ownerAndRepo(repo),
      name: checkName,
      head_sha: headSha,
      external_id: externalId,
      status: "in_progress",
      started_at: new Date().toISOString(),
      ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
      output: { ...output },
      actions,
      request: once(signal),
    });
    return checkOf(read(Run, data, route));
  };
  const look = async () => {
    const runs = await listChecks(github, { repo, headSha }, signal);
    return runs.find((run) => run.externalId === externalId && !run.isCompleted) ?? null;
  };
  try {
    return await writeOnce(create, look, signal);
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

export async function readCheck(github: GitHub, { repo, id }: CheckTarget, signal: AbortSignal): Promise<CheckRun> {
  const route = "GET /repos/{owner}/{repo}/check-runs/{check_run_id}";
  const { data } = await github.request(route, { ...ownerAndRepo(repo), check_run_id: id, request: { signal } });
  return checkOf(read(Run, data, route));
}

/** Replaces what a check shows. Its status is left alone, so that a late update never opens a concluded check again. */
export async function showProgress(
  github: GitHub,
  { repo, id }: CheckTarget,
  output: CheckOutput,
  signal: AbortSignal,
  isCourtesy = true,
): Promise<void> {
  await github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
    ...ownerAndRepo(repo),
    check_run_id: id,
    output: { ...output },
    request: { ...once(signal), isCourtesy },
  });
}

const cancelTimeoutMs = 10_000;

/** Ends the check of a run that was stopped, within ten seconds. False: it could not be, and it stays in progress for the next run. */
export async function cancelCheck(
  github: GitHub,
  { repo, id, output }: CheckTarget & { readonly output: CheckOutput },
): Promise<boolean> {
  const signal = AbortSignal.timeout(cancelTimeoutMs);
  const cancel = () =>
    github.request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
      ...ownerAndRepo(repo),
      check_run_id: id,
      status: "completed",
      conclusion: "cancelled",
      completed_at: new Date().toISOString(),
      output: { ...output },
      actions,
      request: once(signal),
    });
  try {
    await writeOnce(cancel, nothing, signal);
    return true;
  } catch {
    return false;
  }
}

function checkOf(run: z.infer<typeof Run>): CheckRun {
  const { id, app, external_id: externalId, details_url: detailsUrl, status, conclusion, output } = run;
  return {
    id,
    app: app?.slug ?? null,
    externalId: externalId ?? "",
    detailsUrl: detailsUrl ?? null,
    isCompleted: status === "completed",
    conclusion: conclusion ?? null,
    title: output.title ?? null,
    annotations: output.annotations_count,
  };
}
