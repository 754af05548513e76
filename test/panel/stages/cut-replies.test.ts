import { expect, test } from "vitest";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { aModelSeat } from "../../support/prompts.ts";
import { aFinding } from "../../support/review-builder.ts";
import { scriptedProvider } from "../../support/scripted-provider.ts";

const signal = new AbortController().signal;
const view = { ...inOneBatch([aFile("src/a.ts", null, "run(id);\n")]), index: 1, of: 1 };
const item = (title: string) =>
  JSON.stringify({ severity: "P2", category: "other", title, detail: "d", path: "src/a.ts", quote: "run(id);" });
const cut = (...titles: string[]) =>
  ({ reply: { text: `{"findings":[${titles.map(item).join()},{"severity":"P2","ti`, stop: "truncated" } }) as const;

test("the rest of a cut reply is asked for once, and joined", async () => {
  const provider = scriptedProvider(cut("one", "two"), `{"findings":[${item("three")}]}`);
  const forms: unknown[] = [];
  const answer = await aModelSeat(provider, { heard: (form) => forms.push(form) }).propose?.(view, signal);
  expect(answer?.drafts.map(({ title }) => title)).toEqual(["one", "two", "three"]);
  expect(answer?.isCut).toBeUndefined();
  expect(provider.requests[1]?.task).toContain("Its first 2 complete items have been received");
  expect(forms).toEqual([{ repairs: [], isPartial: false }]);
});

test("an empty rest is a good answer", async () => {
  const answer = await aModelSeat(scriptedProvider(cut("one"), '{"findings":[]}')).propose?.(view, signal);
  expect([answer?.drafts.length, answer?.isCut]).toEqual([1, undefined]);
});

test("without the rest the items count, and the answer says that it is a part", async () => {
  for (const second of [cut("one", "two"), { reply: { text: "", stop: "refused" } } as const]) {
    const provider = scriptedProvider(cut("one"), second);
    const forms: { readonly isPartial: boolean }[] = [];
    const answer = await aModelSeat(provider, { heard: (form) => forms.push(form) }).propose?.(view, signal);
    expect(answer?.drafts.map(({ title }) => title)).toContain("one");
    expect(answer).toMatchObject({ isCut: true, failures: [{ step: "propose" }] });
    expect(forms.at(-1)).toMatchObject({ isPartial: true });
    expect([provider.requests.length, provider.kept.length]).toEqual([2, 0]);
  }
});

test("a ruling that is cut is asked for again, as other stages have no items to keep", async () => {
  const whole = '{"ruling":"refuted","reason":"r","evidence":[]}';
  const provider = scriptedProvider({ reply: { text: whole, stop: "truncated" } }, whole.replace("refuted", "upheld"));
  const dossier = { finding: aFinding(), excerpt: "", said: [], round: 1 };
  const ruling = await aModelSeat(provider).judge?.({ dossier, order: "advocate-first" }, signal);
  expect(ruling?.ruling).toBe("upheld");
  expect(provider.requests[1]?.task).toContain("could not be used: it was cut off");
});
