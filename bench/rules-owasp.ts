import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { astGrepAssets } from "../src/panel/choosing/assets.ts";
import { astGrepMatcher } from "../src/panel/rules/ast-grep.ts";
import { canMatch, languageOf } from "../src/panel/rules/rule.ts";
import { loadRules } from "./rule-files.ts";
import { rulesFolder } from "./rules-catalogue.ts";

/**
 * The rules on a checkout of the OWASP Benchmark for Java or Python: `node bench/rules-owasp.ts FOLDER [--list]`. Each of its files is one case
 * of one category, vulnerable or not. A case counts as reported if a rule of its category matches anywhere in its file.
 */
const [folder = "", list] = process.argv.slice(2);
const rulesOf: Readonly<Record<string, RegExp>> = {
  sqli: /sql/,
  cmdi: /command|shell/,
  pathtraver: /path/,
  xss: /html/,
  ldapi: /ldap/,
  xpathi: /xpath/,
  codeinj: /code|eval/,
  deserialization: /deserial|yaml/,
  redirect: /redirect/,
  weakrand: /random/,
  hash: /hash/,
  xxe: /xml/,
};

const names = await readdir(folder);
const expected = names.find((name) => name.startsWith("expectedresults-"));
if (expected === undefined) throw new Error(`${folder} holds no expected results`);
const isJava = names.includes("pom.xml");
const sources = path.join(folder, isJava ? "src/main/java/org/owasp/benchmark/testcode" : "testcode");
const rules = (await loadRules(rulesFolder)).filter(({ match }) => "flow" in match);
const matcher = astGrepMatcher(astGrepAssets);
const counts = new Map<string, { vulnerable: number; found: number; safe: number; alarms: number }>();

for (const line of (await readFile(path.join(folder, expected), "utf8")).split("\n").slice(1)) {
  const [name = "", category = "", isReal] = line.split(",");
  if (category === "") continue;
  const file = path.join(sources, `${name}.${isJava ? "java" : "py"}`);
  const language = languageOf(file) ?? "";
  const source = await readFile(file, "utf8");
  const asked = rules.filter(
    (rule) =>
      rule.languages.some((one) => one === language) && rulesOf[category]?.test(rule.id) && canMatch(rule, source),
  );
  const scans =
    asked.length === 0
      ? []
      : await matcher.scan(
          language,
          source,
          asked.map(({ match }) => match),
        );
  const failed = scans.find(({ status }) => status === "failed");
  if (failed !== undefined) throw new Error(`${name}: ${JSON.stringify(failed)}`);
  const isReported = scans.some((scan) => scan.status === "matched" && scan.matches.length > 0);
  const count = counts.get(category) ?? { vulnerable: 0, found: 0, safe: 0, alarms: 0 };
  if (isReal === "true") count.vulnerable++;
  else count.safe++;
  if (isReported && isReal === "true") count.found++;
  else if (isReported) count.alarms++;
  counts.set(category, count);
  if (list === "--list" && isReported !== (isReal === "true"))
    console.error(`${isReported ? "alarm" : "missed"} ${category} ${name}`);
}

console.log("| category | vulnerable | found | safe | reported all the same |\n|---|---|---|---|---|");
for (const [category, { vulnerable, found, safe, alarms }] of [...counts].sort(([one], [other]) =>
  one < other ? -1 : 1,
))
  console.log(
    `| ${category} | ${vulnerable} | ${found} (${share(found, vulnerable)}) | ${safe} | ${alarms} (${share(alarms, safe)}) |`,
  );

function share(part: number, all: number): string {
  return all === 0 ? "–" : `${Math.round((100 * part) / all)} %`;
}
