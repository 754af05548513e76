import * as astGrep from "@ast-grep/wasm/wasm_bg.js";
import { messageOf } from "../domain/errors.ts";
import type { Matcher, RuleMatch, RuleScan } from "../domain/ports.ts";
import { faultsIn, withReleasedTrees } from "./released-trees.ts";

/** Where the WebAssembly parts are: `engine` as bytes, the grammars as file paths by language. The composition root knows them. */
export interface AstGrepAssets {
  readonly engine: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly grammars: Readonly<Record<string, string>>;
}

/**
 * A `Matcher` on ast-grep's WebAssembly build. Engine and grammars are loaded at first use.
 * The package's own entry imports a `.wasm` module, which Node flags as experimental on stderr; so the engine is instantiated here.
 */
export function astGrepMatcher(assets: AstGrepAssets): Matcher {
  let started: Promise<void> | undefined;
  const registered = new Map<string, Promise<void>>();

  async function prepare(language: string): Promise<void> {
    started ??= start(assets.engine);
    await started;
    const grammar = assets.grammars[language];
    if (grammar === undefined) throw new Error(`no grammar for ${language}`);
    let registration = registered.get(language);
    if (registration === undefined) {
      registration = astGrep.registerDynamicLanguage({ [language]: { libraryPath: grammar, ...expando(language) } });
      registered.set(language, registration);
    }
    await registration;
  }

  return {
    async faults(language, source) {
      await prepare(language);
      return withReleasedTrees((trees) => {
        astGrep.parse(language, source).free();
        const [tree] = trees;
        return tree === undefined ? 0 : faultsIn(tree);
      });
    },
    async scan(language, source, rules) {
      await prepare(language);
      return withReleasedTrees(() => {
        const tree = astGrep.parse(language, source);
        const root = tree.root();
        try {
          return rules.map((rule) => scanOne(root, rule));
        } finally {
          root.free();
          tree.free();
        }
      });
    },
  };
}

async function start(engine: AstGrepAssets["engine"]): Promise<void> {
  const { instance } = await WebAssembly.instantiate(await engine(), { "./wasm_bg.js": astGrep });
  astGrep.__wbg_set_wasm(instance.exports);
  const boot = instance.exports["__wbindgen_start"];
  if (typeof boot === "function") boot();
  await astGrep.initializeTreeSitter();
}

/** `$` is no identifier character in these languages, so patterns such as `$NAME` need a stand-in that their grammars accept. */
function expando(language: string): { expandoChar?: string } {
  return ["python", "go", "yaml"].includes(language) ? { expandoChar: "µ" } : {};
}

function scanOne(root: astGrep.SgNode, rule: object): RuleScan {
  try {
    const matches = root.findAll(rule).map((node): RuleMatch => {
      const range = node.range();
      const { start, end } = range;
      const match = {
        startLine: start.line + 1,
        startColumn: start.column,
        endLine: end.line + 1,
        endColumn: end.column,
      };
      node.free();
      return match;
    });
    return { status: "matched", matches };
  } catch (error) {
    return { status: "failed", reason: messageOf(error) };
  }
}
