declare module "@ast-grep/wasm/wasm_bg.js" {
  export * from "@ast-grep/wasm";
  export function __wbg_set_wasm(exports: Record<string, unknown>): void;
}

/** The part of the WebAssembly interface used here: its types come with the DOM library, which this project does not load. */
declare namespace WebAssembly {
  function instantiate(
    bytes: Uint8Array<ArrayBuffer>,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}
