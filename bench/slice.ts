import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { median } from "./measure.ts";

const repetitions = 3;
const Run = z.object({
  files: z.number(),
  changedFiles: z.number(),
  pieces: z.number(),
  bytes: z.number(),
  milliseconds: z.number(),
  maxRssMegabytes: z.number(),
});

/** The slice of a change of 20 files in a commit of a generated git repository, each time in a process of its own that has loaded no grammar yet. */
export async function benchSlice(): Promise<z.infer<typeof Run>> {
  const runs: z.infer<typeof Run>[] = [];
  for (let run = 0; run < repetitions; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "slice-child.ts")]);
    runs.push(Run.parse(JSON.parse(stdout)));
  }
  const [first] = runs;
  if (first === undefined) throw new Error("the slice was not measured");
  return {
    ...first,
    milliseconds: median(runs.map((one) => one.milliseconds)),
    maxRssMegabytes: median(runs.map((one) => one.maxRssMegabytes)),
  };
}
