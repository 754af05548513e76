import { messageOf } from "../domain/errors.ts";
import type { Log } from "./log.ts";

/** One after the other, for many tenants: what fails for one is said, and stops none of the others. The next pass tries it again. */
export async function each<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
  { log, signal, named }: { readonly log: Log; readonly signal: AbortSignal; readonly named: (item: Item) => object },
): Promise<void> {
  for (const item of items) {
    if (signal.aborted) return;
    try {
      await act(item);
    } catch (error) {
      if (!signal.aborted)
        log.warn({ ...named(item), why: messageOf(error) }, "the reconciler could not look after one");
    }
  }
}
