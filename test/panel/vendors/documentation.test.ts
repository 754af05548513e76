import { expect, test } from "vitest";
import { readPrices } from "../../../src/panel/vendors/own-prices.ts";
import { presetArgv } from "../../../src/panel/vendors/programs.ts";
import { seatsFrom } from "../../../src/panel/vendors/seats.ts";
import { page } from "./undocumented.ts";

const examples = [...page.matchAll(/^### … (?<title>.*)\?$\n+```sh\n(?<block>[^`]*)```/gm)].map(({ groups }) => ({
  title: groups?.["title"] ?? "",
  env: environmentOf(groups?.["block"] ?? ""),
}));

test("there is an example for every provider", () => {
  const wanted = "Anthropic OpenAI Ollama LM OpenRouter Azure Gemini CLI program".split(" ");
  expect(wanted.filter((name) => !examples.some(({ title }) => title.includes(name)))).toEqual([]);
});

test.each(examples)("the example for $title seats models", ({ env }) => {
  const { seats } = seatsFrom({ settingsSeats: null, env, detect: () => true });
  expect(seats.length).toBeGreaterThan(0);
  for (const seat of seats) expect(seat.open()).toHaveProperty("complete");
  if (env["PR_DEBATE_SEATS"] === undefined) return;
  expect(seats).toHaveLength(env["PR_DEBATE_SEATS"].split(",").length);
});

test("the example of own prices is read", () => {
  const block = page.slice(page.indexOf("export PR_DEBATE_PRICES"));
  expect(readPrices(environmentOf(block.slice(0, block.indexOf("```"))))).toHaveProperty("my-model");
});

test.each(["claude", "codex", "gemini", "copilot"])("the table shows the command line of %s", (name) => {
  const shown = new RegExp(`^\\| ${name} +\\| \`(?<line>[^\`]*)\``, "m").exec(page)?.groups?.["line"];
  expect(shown).toBe(
    presetArgv(name, "default")
      ?.map((argument) => (argument === "" ? '""' : argument))
      .join(" "),
  );
});

function environmentOf(block: string): Record<string, string> {
  const lines = [...block.matchAll(/^export (?<name>\w+)=(?:'(?<quoted>[^']*)'|(?<plain>\S*))$/gm)];
  return Object.fromEntries(
    lines.map(({ groups }) => [groups?.["name"] ?? "", groups?.["quoted"] ?? groups?.["plain"] ?? ""]),
  );
}
