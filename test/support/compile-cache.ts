/**
 * Where Node keeps the code that it compiled (set in vitest.config.ts). A process with an environment of its own gets it by this: else each
 * of the many processes compiles the whole program again. Empty outside the tests, so that benchmarks measure a cold start.
 */
export const compileCache: Readonly<Record<string, string>> =
  process.env["NODE_COMPILE_CACHE"] === undefined ? {} : { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
