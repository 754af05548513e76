import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { loadRules } from "./rule-files.ts";
import { rulesDocument, rulesFolder } from "./rules-catalogue.ts";
import { type CaseResult, Corpus, classify } from "./rules-classify.ts";
import { totalsOf, withFigures } from "./rules-report.ts";
import { runCase } from "./rules-run.ts";

/**
 * The offline rules on real vulnerable packages:
 * `node bench/rules.ts [--json] [--only PACKAGE] [--cli FILE] [--corpus FILE] [--cache FOLDER]`.
 * A whole run with the real CLI and corpus rewrites the figures in docs/offline-rules.md; any other run only prints.
 * Rules are tuned on `--corpus bench/rules-corpus-tuning.json` alone. Archives from npm are kept in the cache, if one is given.
 */
const root = path.join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string" },
    cli: { type: "string" },
    corpus: { type: "string" },
    cache: { type: "string" },
  },
});
const corpusFile = path.resolve(values.corpus ?? path.join(import.meta.dirname, "rules-corpus.json"));
const corpus = Corpus.parse(JSON.parse(await readFile(corpusFile, "utf8")));
const cases = corpus.cases.filter((one) => values.only === undefined || one.package === values.only);
const rules = await loadRules(rulesFolder);
const cli = path.resolve(values.cli ?? path.join(root, "src/surfaces/cli/main.ts"));

const results: CaseResult[] = [];
for (const one of cases) {
  const { appears, disappears } = await runCase(one, cli, values.cache);
  const result = classify(one, appears, disappears, rules);
  results.push(result);
  console.error(`${result.outcome}\t${one.package}@${one.vulnerable}\t${one.weakness}\t${result.notes.join("; ")}`);
}

const totals = totalsOf(results);
console.log(JSON.stringify(values.json ? { query: corpus.query, totals, results } : totals, null, 2));
if (values.only === undefined && values.cli === undefined && values.corpus === undefined) {
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(rulesDocument, withFigures(await readFile(rulesDocument, "utf8"), corpus, results, date));
  console.error("docs/offline-rules.md rewritten");
} else {
  console.error("docs/offline-rules.md left alone: this was not the whole fresh corpus with the repository's own CLI");
}
