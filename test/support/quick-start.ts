/**
 * How Node starts quickly in tests (set in vitest.config.ts): a folder with the code that it compiled before, and no optimizing of
 * WebAssembly, which takes a third of a short review. A process with an environment of its own gets it by this. Empty outside the tests, so
 * that benchmarks measure a cold start.
 */
export const quickStart: Readonly<Record<string, string>> = Object.fromEntries(
  ["NODE_COMPILE_CACHE", "NODE_OPTIONS"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined || process.env["VITEST"] === undefined ? [] : [[name, value] as const];
  }),
);
