import { describe, expect, test } from "vitest";
import { maskOf } from "../../../src/code/anchor/mask.ts";
import { secretScanner, secretsAgent } from "../../../src/panel/secrets/secrets.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { fakeSecrets, keyBlock } from "../../support/fake-secrets.ts";
import { aTopic, reviewOffline } from "../../support/local-review.ts";

const signal = new AbortController().signal;
const [begin, end] = ["BEGIN", "END"].map((word) => `-----${word} PRIVATE KEY-----`);
const drawn = "q7Rk2Vd9Zs4Wm1Xb8Ty3Pc6Lf5Gh0JnA8uEe";
const wholeKey = [keyBlock.head, ...keyBlock.lines, keyBlock.foot].join("\n");

async function severitiesOf(text: string, path = "src/a.txt"): Promise<string[]> {
  const proposal = await secretsAgent(secretScanner).propose?.(inOneBatch([aFile(path, null, `${text}\n`)]), signal);
  return (proposal?.drafts ?? []).map(({ severity }) => severity);
}

describe("placeholders are not findings, and models still do not see them", () => {
  const samples = {
    "a user and a password": '$ export HTTPS_PROXY="http://user:pass@10.10.1.10:1080"',
    "an encoded password": '("http://user:pass%20pass@complex.url.com/path?query=yes", ("user", "pass%23pass")),',
    "a name as its own password": 'connect("postgresql://keycloak:keycloak@db.internal/app")',
    "a word to replace": 'url = "https://me:change-me@git.internal/a.git"',
    "an elided key": `key="${begin}\\nXXXX"`,
    "a key of dots": `key = "${begin}\\n...\\n${end}"`,
    "the first line alone": `if (text.startsWith("${begin}")) return readKey(text);`,
    "a key that begins": `${begin}\nMIIEvQIBADAN...\n${end}`,
    "a token of words": `token: sk${"-"}this-is-not-a-real-key-at-all`,
    "a token in sequence": `gh${"p_"}abcdefghijklmnopqrstuvwxyz0123456789`,
    "a token of digits in sequence": `sk${"-"}proj-1234567890abcdef1234567890abcdef`,
    "a published test key": `stripe.api_key = "sk${"_test_"}4eC39HqLyjWDarjtT1zdp7dc"`,
    "a token to fill in": `xo${"xb"}-your-token-goes-here`,
  };
  test.each(Object.entries(samples))("%s", async (_, text) => {
    expect(await severitiesOf(text)).toEqual([]);
  });

  test.each(["an elided key", "a token in sequence", "a published test key"] as const)("%s is masked", async (name) => {
    const mask = maskOf(await secretScanner.scan([aFile("a.txt", null, `${samples[name]}\n`)]));
    expect(mask.hide(samples[name])).toContain("‹masked: ");
  });
});

describe("no word next to a secret turns it into a placeholder", () => {
  test.each([
    ["a plausible password", 'get("https://app:tr0ub4dor@10.1.2.3/x")'],
    ["a password at an example host", 'get("https://app:Xk92mmQ1z@db.example.org/x")'],
    ["a token for a user", `https://${drawn}:x-oauth-basic@github.com/octo/shop.git`],
    ["a token for a user of a sample password", `https://${drawn.slice(0, 20)}:pass@10.1.2.3/x`],
    ["a key of letters alone", `AK${"IA"}QWERTYUIOPASDFGH`],
    ["a sample address around a key", `https://me:pass@AK${"IA"}QWERTYUIOPASDFGH.s3.internal/x`],
    ["a known token for a user", `https://gh${"p_"}${drawn}:password@github.com/octo/shop.git`],
    ["a word behind a token", `gh${"p_"}${drawn}.example`],
    ["EXAMPLE behind a token", `gh${"p_"}${drawn}EXAMPLE`],
    ["a sequence behind a token", `gh${"p_"}${drawn}abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz`],
    ["words before a token", `sk${"-"}fake-example-placeholder-${drawn}`],
    ["a comment", `const key = "gh${"p_"}${drawn}"; // placeholder, changeme, xxx`],
    ["a key", wholeKey],
    ["a key in one line", `key = "${wholeKey.replaceAll("\n", "\\n")}"`],
    [
      "a key in pieces",
      wholeKey
        .split("\n")
        .map((line) => `  "${line}\\n" +`)
        .join("\n"),
    ],
    ["a key without its end", [keyBlock.head, ...keyBlock.lines].join("\n")],
    ["EXAMPLE behind a key", `${[keyBlock.head, ...keyBlock.lines].join("\n")}\nEXAMPLE`],
    ["Amazon's sample key behind a key", `${[keyBlock.head, ...keyBlock.lines].join("\n")}\nAKIAIOSFODNN7EXAMPLE"`],
    ["an encoded sign before a password", 'get("postgres://app:%24Kd83hfKq92LmX0aP@db.internal/app")'],
    ["a password that is encoded as a whole", 'get("postgres://app:%4B%64%38%33%68%66%4B%71@db.internal/app")'],
    ["a key of PGP", wholeKey.replaceAll("PRIVATE KEY", "PGP PRIVATE KEY BLOCK")],
    ["an empty key before a key", `${begin}\nXXXX\n${end}\n${wholeKey}`],
  ])("%s", async (_, text) => {
    expect((await severitiesOf(text)).filter((severity) => severity === "P0")).not.toEqual([]);
  });

  test.each(fakeSecrets)("a $kind says the same in comments that disable secretlint", async ({ line, value }) => {
    const text = `// secretlint-disable\n${line} // secretlint-disable-line`;
    expect(await severitiesOf(text)).toEqual(await severitiesOf(line));
    const found = await secretScanner.scan([aFile("a.ts", null, `${text}\n`)]);
    expect(maskOf(found).hide(line)).not.toContain(value);
  });
});

describe("what is made for tests is listed one step lower, and never dropped", () => {
  test.each([
    ["tests/certs/server.key", wholeKey],
    ["src/test/resources/application.yml", `token: gh${"p_"}${drawn}`],
    ["pkg/client_test.go", `var token = "gh${"p_"}${drawn}"`],
    ["src/pay.py", `stripe.api_key = "sk${"_test_"}${drawn.slice(0, 24)}"`],
  ])("%s: P1", async (path, text) => {
    expect(await severitiesOf(text, path)).toEqual(["P1"]);
  });

  test.each(["certs/server.key", "docs/tests.md", "src/latest/key.pem", "contest/key.pem"])("%s: P0", async (path) => {
    expect(await severitiesOf(wholeKey, path)).toEqual(["P0"]);
  });
});

test("a change like those of an HTTP library, with sample addresses and keys for its tests, has no P0", async () => {
  const repository = aTopic(
    { "docs/advanced.rst": "Proxies\n" },
    {
      "docs/advanced.rst":
        'Proxies\n\n    $ export HTTPS_PROXY="http://user:pass@10.10.1.10:1080"\n' +
        "    >>> proxies = {'http': 'http://user:pass@10.10.1.10:3128/'}\n" +
        `    >>> session.cert = "${begin}\\nXXXX"\n`,
      "tests/certs/expired/server/server.key": `${wholeKey}\n`,
      "tests/test_utils.py": 'ADDRESS = "http://user:pass%20pass@complex.example.com/path"\n',
    },
  );
  const review = await reviewOffline(repository);
  expect(review.findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
    "P1 tests/certs/expired/server/server.key",
  ]);
  expect(review).toMatchObject({ result: "findings", coverage: { complete: true } });
  expect(review.findings[0]?.detail).toContain("test path");
});
