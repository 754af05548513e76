import type { CheckOutput } from "../domain/publication.ts";
import type { GitHub } from "./client.ts";
import { ownerAndRepo } from "./repository.ts";

/** The live text of a check. `stop` waits for what is on its way, so that it can never overwrite the conclusion. */
export interface CheckProgress {
  readonly note: (line: string) => void;
  readonly stop: () => Promise<void>;
}

const everyMs = 15_000;
/** Without news, a sign of life. */
const heartbeatTurns = 4;

/** Shows progress at most every 15 seconds, and once a minute that the run lives. An update that fails is left out: it decides nothing. */
export function checkProgress(options: {
  readonly github: GitHub;
  readonly repo: string;
  readonly id: number;
  readonly render: (lines: readonly string[]) => CheckOutput;
}): CheckProgress {
  const { github, repo, id, render } = options;
  const lines: string[] = [];
  const stopping = new AbortController();
  let shown = 0;
  let turn = 0;
  let sending: Promise<unknown> = Promise.resolve();
  let isSending = false;

  const show = (): void => {
    turn += 1;
    if (isSending) return;
    if (lines.length === shown && turn % heartbeatTurns !== 0) return;
    if (lines.length === shown) lines.push(`still working after ${Math.round((turn * everyMs) / 60_000)} min`);
    shown = lines.length;
    isSending = true;
    const body = {
      ...ownerAndRepo(repo),
      check_run_id: id,
      status: "in_progress",
      output: { ...render(lines) },
    } as const;
    sending = github
      .request("PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}", {
        ...body,
        request: { signal: stopping.signal },
      })
      .catch(() => undefined)
      .finally(() => {
        isSending = false;
      });
  };
  const timer = setInterval(show, everyMs).unref();
  return {
    note: (line) => {
      lines.push(line);
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await sending;
    },
  };
}
