import * as astGrep from "@ast-grep/wasm/wasm_bg.js";
import type { Tree } from "web-tree-sitter";
import { faultsIn, startTreeSitter } from "../../code/symbols/tree-sitter.ts";
import { messageOf } from "../../domain/errors.ts";
import type { Matcher, RuleMatch, RuleScan } from "../../domain/ports.ts";
import { followed } from "./flow/flow.ts";
import { type Flow, FlowMatch } from "./rule.ts";
import { linesAsRead, type SourceLines, withBoundedChildren, withReleasedTrees } from "./scan-guards.ts";

/** The WebAssembly parts: `engine` as bytes, the grammars as file paths by language. The wiring supplies them. */
interface AstGrepAssets {
  readonly engine: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly grammars: Readonly<Record<string, string>>;
}

/** The slowest shipped rule visits 24 million nodes in 12,000 lines of ordinary code, in a few seconds. */
const usualVisits = 30_000_000;

// The package has one engine per process. Starting it again would free the memory of the reviews that use it.
let started: Promise<void> | undefined;
const registered = new Map<string, Promise<void>>();

/**
 * A `Matcher` on ast-grep's WebAssembly build. Engine and grammars are loaded at first use. The package's own entry
 * imports a `.wasm` module, which Node flags as experimental on stderr, so the engine is instantiated here. A scan that
 * visits more than `mostVisits` nodes ends as failed.
 */
export function astGrepMatcher(assets: AstGrepAssets, mostVisits = usualVisits): Matcher {
  async function prepare(language: string): Promise<void> {
    await startOnce(assets.engine);
    const grammar = assets.grammars[language];
    if (grammar === undefined) throw new Error(`no grammar for ${language}`);
    const key = `${language} ${grammar}`;
    const registration =
      registered.get(key) ??
      astGrep.registerDynamicLanguage({ [language]: { libraryPath: grammar, ...expando(language) } });
    registered.set(key, registration);
    await registration;
  }

  return {
    async faults(language, source) {
      await prepare(language);
      return withReleasedTrees((trees) => {
        astGrep.parse(language, linesAsRead(language, source).text).free();
        const [tree] = trees;
        return tree === undefined ? 0 : faultsIn(tree);
      });
    },
    async scan(language, source, rules) {
      await prepare(language);
      return withReleasedTrees((trees) => {
        const { text, placed } = linesAsRead(language, source);
        const tree = astGrep.parse(language, text);
        const root = tree.root();
        const flows = rules.map((rule) => FlowMatch.safeParse(rule).data?.flow);
        const follow = (): readonly RuleMatch[][] => followedIn(language, trees, text, flows);
        try {
          const byFlow = flows.some((flow) => flow !== undefined) ? scansOf(flows, follow, placed) : [];
          return withBoundedChildren(mostVisits, (isExhausted) =>
            rules.map(
              (rule, index) => byFlow[index] ?? (isExhausted() ? exhausted : scanOne(root, rule, placed, isExhausted)),
            ),
          );
        } finally {
          root.free();
          tree.free();
        }
      });
    },
  };
}

function startOnce(engine: AstGrepAssets["engine"]): Promise<void> {
  started ??= start(engine).catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(engine: AstGrepAssets["engine"]): Promise<void> {
  const { instance } = await WebAssembly.instantiate(await engine(), { "./wasm_bg.js": astGrep });
  astGrep.__wbg_set_wasm(instance.exports);
  const boot = instance.exports["__wbindgen_start"];
  if (typeof boot === "function") boot();
  // The symbols of src/code/tools use the same engine, and two starts at once would make two.
  await startTreeSitter();
  await astGrep.initializeTreeSitter();
}

/**
 * `$` is not an identifier character in these languages, so patterns such as `$NAME` need a stand-in that their grammars
 * accept.
 */
function expando(language: string): { expandoChar?: string } {
  return ["python", "go", "yaml"].includes(language) ? { expandoChar: "µ" } : {};
}

function followedIn(
  language: string,
  [tree]: readonly Tree[],
  text: string,
  flows: readonly (Flow | undefined)[],
): readonly RuleMatch[][] {
  if (tree === undefined) throw new Error("the parser left no tree");
  return followed(
    language,
    tree,
    text,
    flows.flatMap((flow) => flow ?? []),
  );
}

/** All flows are followed together, so a failure of one is a failure of all. */
function scansOf(
  flows: readonly (Flow | undefined)[],
  follow: () => readonly RuleMatch[][],
  placed: SourceLines["placed"],
): readonly (RuleScan | undefined)[] {
  try {
    const found = follow()[Symbol.iterator]();
    return flows.map((flow) =>
      flow === undefined ? undefined : { status: "matched", matches: (found.next().value ?? []).map(placed) },
    );
  } catch (error) {
    const failed: RuleScan = { status: "failed", reason: messageOf(error) };
    return flows.map((flow) => (flow === undefined ? undefined : failed));
  }
}

const exhausted: RuleScan = {
  status: "failed",
  reason: "not searched: too many places of this file would have to be compared",
};

function scanOne(
  root: astGrep.SgNode,
  rule: object,
  placed: SourceLines["placed"],
  isExhausted: () => boolean,
): RuleScan {
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
      return placed(match);
    });
    return isExhausted() ? exhausted : { status: "matched", matches };
  } catch (error) {
    return { status: "failed", reason: messageOf(error) };
  }
}
