import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Review } from "../../src/domain/review.ts";
import { attackedRepository, debateRun } from "../attacks/debate-run.ts";
import { runBuiltCli } from "../support/built-cli.ts";
import type { Fault, ModelCall } from "../support/model-server.ts";

test("F20 an hour of clock skew and daylight saving change only the times", async () => {
  const repository = attackedRepository();
  onTestFinished(repository.remove);
  const skew = (hours: number): string => {
    const file = join(repository.path, "..", `skew${hours}.mjs`);
    const shift = `${hours} * 3_600_000`;
    writeFileSync(
      file,
      `const Real = Date;
globalThis.Date = class extends Real { constructor(...given) { if (given.length === 0) super(Real.now() + ${shift}); else super(...given); } };
Date.now = () => Real.now() + ${shift};\n`,
    );
    return `--import=${file}`;
  };
  // The vendor names a time on its own clock.
  const limitOnce = (): ((call: ModelCall) => Fault | null) => {
    let limited = false;
    return ({ seat }) => {
      if (seat !== "ada" || limited) return null;
      limited = true;
      return { kind: "status", status: 429, headers: { "retry-after": new Date(Date.now() + 1_000).toUTCString() } };
    };
  };
  const usual = await debateRun(repository, { run: runBuiltCli, env: { TZ: "UTC" }, fault: limitOnce() });
  for (const [TZ, hours] of [
    ["America/New_York", -1],
    ["Australia/Lord_Howe", 1],
  ] as const) {
    const other = await debateRun(repository, {
      run: runBuiltCli,
      env: { TZ, NODE_OPTIONS: skew(hours) },
      fault: limitOnce(),
    });
    expect(other.code).toBe(usual.code);
    expect(withoutTimes(other.review())).toEqual(withoutTimes(usual.review()));
    const apart = Date.parse(other.review().startedAt) - Date.parse(usual.review().startedAt);
    expect(Math.round(apart / 3_600_000)).toBe(hours);
    expect(other.calls).toHaveLength(usual.calls.length);
  }
});

function withoutTimes({ startedAt: _started, finishedAt: _finished, ...rest }: Review): object {
  return rest;
}
