// V8 compiles WebAssembly that runs often a second time, on other threads. A process of a test ends before that pays.
const { setFlagsFromString } = require("node:v8");

for (const flag of ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) setFlagsFromString(flag);
