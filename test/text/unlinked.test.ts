import { describe, expect, test } from "vitest";
import { unlinked } from "../../src/text/prose.ts";
import { gfmTree, nodesOf } from "../support/gfm.ts";
import { hostileTexts } from "../support/hostile.ts";
import { processorSeconds } from "../support/processor-time.ts";

/** Nodes that a viewer would follow, load or run. */
const acting = ["link", "linkReference", "image", "imageReference", "definition", "html", "footnoteReference"];

/** As viewers of SARIF read a message: links are `[text](target)`, whatever stands around them. */
const embedded = /\[[^\]]*\]\([^)]*\)/;

describe("unlinked", () => {
  test.each(Object.entries(hostileTexts))("H13 H15 %s makes no link, tag, mention or button", (_, text) => {
    const written = unlinked(text);
    const nodes = nodesOf(gfmTree(written));
    expect(nodes.filter(({ type }) => acting.includes(type))).toEqual([]);
    for (const node of nodes)
      if (node.type === "code") expect(node.lang ?? "").not.toMatch(/^(?:suggestion|mermaid|math)/i);
    expect(written).not.toMatch(embedded);
    expect(written).not.toMatch(/:\/\/|www\.\S|@\w|#\d/i);
  });

  test.each([
    ["[docs](https://evil.tld/a)", "[docs] (https: //evil.tld/a)"],
    ["\\[docs](1)", "\\[docs] (1)"],
    ["`[docs](//evil.tld)`", "`[docs] (//evil.tld)`"],
    ["see [docs]\n\n[docs]: //evil.tld", "see [docs]\n\n[docs] : //evil.tld"],
    ["<https:\\//evil.tld>", "< https:\\//evil.tld>"],
    ["&#64;octocat", "& # 64;octocat"],
    [
      "The index i < 3 of a[i] is off by one; use `a.at(-1)`.",
      "The index i < 3 of a[i] is off by one; use `a.at(-1)`.",
    ],
  ])("%j is shown as %j", (text, written) => {
    expect(unlinked(text)).toBe(written);
  });

  test.each(["](", "`", "~", "[", "<a", "& #1", "www.", "@a", " \t", "://"])(
    "H63 300 kB of %j take less than a second",
    async (unit) => {
      const long = unit.repeat(300_000 / unit.length);
      expect(await processorSeconds(() => unlinked(long))).toBeLessThan(1);
    },
  );
});
