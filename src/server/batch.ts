/**
 * Puts what is asked for at the same time into one call, so that a burst costs few transactions: one call at a time, `most` in each. A call
 * that fails is made again for each of its parts alone, so that nobody fails for another's fault.
 */
export function batched<Input, Output>(
  call: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  most: number,
): (input: Input) => Promise<Output> {
  interface Waiting {
    readonly input: Input;
    readonly settle: (output: Promise<Output>) => void;
  }
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function one(input: Input): Promise<Output> {
    const [output] = await call([input]);
    if (output === undefined) throw new Error("a batch without an answer");
    return output;
  }

  async function run(batch: readonly Waiting[]): Promise<void> {
    try {
      const outputs = await call(batch.map(({ input }) => input));
      for (const [index, { settle, input }] of batch.entries()) {
        const output = outputs[index];
        settle(output === undefined ? one(input) : Promise.resolve(output));
      }
    } catch (error) {
      if (batch.length === 1) batch[0]?.settle(Promise.reject(error));
      else for (const { settle, input } of batch) settle(one(input));
    }
  }

  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await run(batch);
    }
    isRunning = false;
  }

  return (input) =>
    new Promise((resolve) => {
      waiting.push({ input, settle: resolve });
      // What arrives in the same turn of the loop goes along.
      setImmediate(() => void drain());
    });
}
