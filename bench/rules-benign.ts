import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { loadRules } from "./rule-files.ts";
import { commitsOf, reviewCommit } from "./rules-benign-run.ts";
import { rulesFolder } from "./rules-catalogue.ts";

/**
 * The offline review on ordinary commits: `node bench/rules-benign.ts FOLDER [OWNER/NAME]`. The folder holds a git directory for each repository
 * of `rules-benign.json`, as `owner+name/repo` or `owner+name`. Prints the findings as lines of JSON, then the counts.
 */
const Corpus = z.object({ commitsOfEach: z.number(), repositories: z.record(z.string(), z.array(z.string())) });
const [folder = "", only] = process.argv.slice(2);
const corpus = Corpus.parse(JSON.parse(await readFile(path.join(import.meta.dirname, "rules-benign.json"), "utf8")));
const rules = await loadRules(rulesFolder);
const counts = new Map<string, number>();
let [commits, findings, incomplete] = [0, 0, 0];

for (const [language, names] of Object.entries(corpus.repositories)) {
  for (const name of names.filter((one) => only === undefined || one === only)) {
    const place = path.join(folder, name.replace("/", "+"), "repo");
    const before = process.cpuUsage();
    for (const sha of await commitsOf(place, corpus.commitsOfEach)) {
      const review = await reviewCommit(place, sha);
      commits++;
      if (!review.coverage.complete) incomplete++;
      for (const { severity, title, path: file, line, quote } of review.findings) {
        const rule = rules.find((one) => title.startsWith(one.title))?.id ?? title;
        findings++;
        counts.set(`${severity} ${rule}`, (counts.get(`${severity} ${rule}`) ?? 0) + 1);
        console.log(
          JSON.stringify({
            language,
            name,
            sha: sha.slice(0, 12),
            severity,
            rule,
            file,
            line,
            quote: quote.slice(0, 200),
          }),
        );
      }
    }
    console.error(
      `${name}: ${commits} commits, ${findings} findings, ${Math.round(process.cpuUsage(before).user / 1e6)} s`,
    );
  }
}
console.log(
  JSON.stringify(
    { commits, findings, incomplete, counts: Object.fromEntries([...counts].sort(([, a], [, b]) => b - a)) },
    null,
    2,
  ),
);
