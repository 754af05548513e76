import { expect, test, vi } from "vitest";
import { ReviewError } from "../../../src/domain/errors.ts";
import { reviewOnChange } from "../../../src/surfaces/cli/review/watch-command.ts";

/** A watch whose change and file events the test decides, and a review that ends when the test says so. */
function stage() {
  const interruption = new AbortController();
  const said: string[] = [];
  const failed: string[] = [];
  const reviews: { end: (code: number) => void; fail: (error: unknown) => void; signal: AbortSignal }[] = [];
  let change: string | Error = "first";
  let events = 0;
  let wake = (): void => undefined;
  const session = {
    watch: {
      fingerprint: async () => {
        if (change instanceof Error) throw change;
        return change;
      },
      filesChanged: async (signal: AbortSignal) => {
        while (events === 0) {
          signal.throwIfAborted();
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener("abort", () => resolve(), { once: true });
          });
        }
        events = 0;
        return ["a.ts"];
      },
    },
    once: (signal: AbortSignal) =>
      new Promise<number>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        reviews.push({ end: resolve, fail: reject, signal });
      }),
    output: { fail: (error: unknown) => failed.push(error instanceof Error ? error.message : "") },
    circumstances: { env: {}, signal: interruption.signal },
    say: (text: string) => said.push(text),
  };
  return {
    ended: reviewOnChange(session),
    said,
    failed,
    started: async (count: number) => {
      await vi.waitFor(() => expect(reviews).toHaveLength(count));
      const review = reviews[count - 1];
      if (review === undefined) throw new Error("no review");
      return review;
    },
    /** Files change, and git then shows this change. */
    edit: (next: string | Error) => {
      change = next;
      events += 1;
      wake();
    },
    heard: (text: string) => vi.waitFor(() => expect(said.at(-1)).toContain(text)),
    stop: () => interruption.abort(new Error("interrupted")),
    count: () => reviews.length,
  };
}

test("files that change without another change neither cancel a review nor start one", async () => {
  const { started, edit, heard, stop, ended, count } = stage();
  const first = await started(1);
  edit("first");
  edit("first");
  first.end(1);
  await heard("exit code 1 for now");
  edit("first");
  edit("second");
  const second = await started(2);
  expect(first.signal.aborted).toBe(false);
  second.end(0);
  await heard("exit code 0 for now");
  stop();
  expect(await ended).toBe(0);
  expect(count()).toBe(2);
});

test("a newer change ends the running review, and the stream learns it", async () => {
  const { started, edit, heard, stop, ended, failed } = stage();
  const first = await started(1);
  edit("second");
  const second = await started(2);
  expect(first.signal.aborted).toBe(true);
  expect(failed).toEqual(["Files changed while this review ran."]);
  second.end(1);
  await heard("exit code 1 for now");
  stop();
  expect(await ended).toBe(1);
});

test("a change that comes in the last moment of a review is not lost", async () => {
  const { started, edit, heard, stop, ended } = stage();
  const first = await started(1);
  first.end(0);
  edit("second");
  (await started(2)).end(1);
  await heard("exit code 1 for now");
  stop();
  expect(await ended).toBe(1);
});

test("the first failure ends the watch; a later one is printed, and the next change is reviewed", async () => {
  const broken = new ReviewError("The settings cannot be read.", "Correct them.");
  const only = stage();
  (await only.started(1)).fail(broken);
  await expect(only.ended).rejects.toBe(broken);

  const { started, edit, heard, stop, ended, failed } = stage();
  (await started(1)).end(0);
  await heard("exit code 0 for now");
  const print = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  edit("second");
  (await started(2)).fail(broken);
  await heard("exit code 2 for now");
  expect(print.mock.calls.join("")).toContain("The settings cannot be read.");
  print.mockRestore();
  expect(failed).toEqual([broken.message]);
  // In the middle of a merge git shows nothing: that is a change too, and its end another one.
  edit(new ReviewError("A merge is not finished.", "Finish it."));
  (await started(3)).end(0);
  await heard("exit code 0 for now");
  edit("fourth");
  (await started(4)).end(1);
  await heard("exit code 1 for now");
  stop();
  expect(await ended).toBe(1);
});

test("Ctrl+C before any review has ended concludes nothing; during a later one the last code counts", async () => {
  const early = stage();
  await early.started(1);
  early.stop();
  await expect(early.ended).rejects.toThrow("interrupted");

  const { started, edit, heard, stop, ended, failed, said } = stage();
  (await started(1)).end(1);
  await heard("exit code 1 for now");
  edit("second");
  await started(2);
  stop();
  expect(await ended).toBe(1);
  expect(failed).toEqual(["interrupted"]);
  expect(said.at(-1)).toBe("ended. The exit code is that of the last review: 1.");
});
