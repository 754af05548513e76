import type { Provider } from "../../src/domain/provider.ts";
import { promptFiles } from "../../src/panel/choosing/assets.ts";
import { promptsFrom } from "../../src/panel/prompts/prompts.ts";
import { type Agent, llmAgent, requestNames } from "../../src/panel/stages/index.ts";
import type { LlmOptions } from "../../src/panel/stages/stage.ts";

/** The shipped prompts. */
export const prompts = promptsFrom(await promptFiles(), requestNames);

/** A mask that knows no secret. */
export const openMask = { hide: (text: string) => text };

/** What a model seat named `claude` is made of, with the shipped prompts. */
export function modelOptions(provider: Provider, overrides: Partial<LlmOptions> = {}): LlmOptions {
  return {
    seat: { name: "claude", persona: "correctness" },
    provider,
    prompts,
    strategy: "adversarial",
    language: "en",
    platforms: "auto",
    blockOn: "P0",
    mask: openMask,
    maxOutputTokens: 4_000,
    structuredOutput: false,
    ...overrides,
  };
}

export function aModelSeat(provider: Provider, overrides: Partial<LlmOptions> = {}): Agent {
  return llmAgent(modelOptions(provider, overrides));
}

/** The `# Items:` line of a task, read. */
export function itemsIn(task: string): { id: string; title: string; detail: string; path: string; quote: string }[] {
  const lines = task.split("\n");
  if (lines.at(-2) !== "# Items:") throw new Error(`no items line at the end of: ${task.slice(-200)}`);
  return JSON.parse(lines.at(-1) ?? "");
}

/** What stands inside the envelopes of a text, by a reader that trusts nothing but the nonce. */
export function envelopesIn(text: string): { kind: string; content: string }[] {
  const found: { kind: string; content: string }[] = [];
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const opening = /^<<<data (?<nonce>[0-9a-f]+) (?<kind>[a-z]+)>>>$/.exec(lines[index] ?? "");
    if (opening === null) continue;
    const end = lines.indexOf(`<<<end ${opening.groups?.["nonce"]}>>>`, index);
    if (end === -1) throw new Error("an envelope is never closed");
    found.push({ kind: opening.groups?.["kind"] ?? "", content: lines.slice(index + 1, end).join("\n") });
    index = end;
  }
  return found;
}

/** The text with everything inside envelopes, and the items line, taken out: what a model reads as our own words. */
export function ownWordsOf(text: string): string {
  const data = [...envelopesIn(text).map(({ content }) => content), /^# Items:\n.*$/m.exec(text)?.[0] ?? ""];
  return data.filter((content) => content !== "").reduce((rest, content) => rest.replace(content, () => ""), text);
}
