/**
 * Seconds of processor time that some work takes on an idle machine. A busy neighbour on the same core makes processor time longer, so a
 * long time is compared with a fixed piece of work that runs right after it.
 */
export async function processorSeconds(work: () => unknown): Promise<number> {
  const seconds = await spent(work);
  if (seconds < shortSeconds) return seconds;
  fixedWork();
  return seconds / Math.max(1, (await spent(fixedWork)) / fixedSeconds);
}

/** Shorter than any limit in these tests. */
const shortSeconds = 0.2;
/** What `fixedWork` takes on the idle machine on which the limits were measured. */
const fixedSeconds = 0.025;

function fixedWork(): void {
  const counts = new Map<string, number>();
  for (let index = 0; index < 300_000; index += 1) {
    const key = `k${index % 5_000}`;
    counts.set(key, (counts.get(key) ?? 0) + index);
  }
}

async function spent(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000_000;
}
