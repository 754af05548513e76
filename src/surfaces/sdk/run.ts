/**
 * Work that has begun: await it for its result, and iterate over it for its events. Each iteration gets all events from the first on, and
 * ends with the work. It throws where awaiting it would reject.
 */
export interface Pending<Result, Event> extends PromiseLike<Result>, AsyncIterable<Event> {
  readonly result: Promise<Result>;
}

/** Starts the work. `emit` may be called until the work ends. @internal */
export function start<Result, Event>(work: (emit: (event: Event) => void) => Promise<Result>): Pending<Result, Event> {
  const events: Event[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = false;
  const wake = (): void => {
    const { resolve } = news;
    news = Promise.withResolvers<void>();
    resolve();
  };
  const result = work((event) => {
    events.push(event);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });

  async function* iterate(): AsyncGenerator<Event, void> {
    // The error reaches the reader of the events below.
    result.catch(() => undefined);
    let next = 0;
    while (!isOver || next < events.length) {
      const waiting = news.promise;
      for (const event of events.slice(next)) {
        next += 1;
        yield event;
      }
      if (!isOver && next === events.length) await waiting;
    }
    await result;
  }

  return {
    result,
    // biome-ignore lint/suspicious/noThenProperty: a run is awaited like a promise.
    then: (onDone, onFailed) => result.then(onDone, onFailed),
    [Symbol.asyncIterator]: iterate,
  };
}
