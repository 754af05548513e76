import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact, redactAll } from "../../src/text/redact.ts";
import { processorSeconds } from "../support/processor-time.ts";

// Split so that no scanner takes this file for a leak.
const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join(".");
const pem = (body: string): string =>
  ["-----BEGIN RSA PRI", "VATE KEY-----\n", body, "\n-----END RSA PRI", "VATE KEY-----"].join("");
const base64 = "MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn".repeat(3);
const fakes: readonly (readonly [string, string])[] = [
  ["aws key", `AK${"IA"}IOSFODNN7EXAMPLE`],
  ["private key", pem(base64)],
  ["private key", pem(`Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n${base64}`)],
  ["private key", pem(base64).slice(0, 90)],
  ["private key", pem(base64).replaceAll("\n", "\\n")],
  ["github token", `gh${"s_"}123_${jwt}${"x".repeat(400)}`],
  ["github token", `gh${"p_"}${"a1B2".repeat(9)}`],
  ["github token", `github${"_pat_"}${"11ABCDEFG0".repeat(8)}`],
  ["api key", `sk${"-ant-"}api03-${"aB3_".repeat(20)}`],
  ["api key", `sk${"-proj-"}${"aB3".repeat(12)}`],
  ["jwt", jwt],
  ["slack token", `xo${"xb"}-123456789012-abcdefGHIJKL`],
  ["google key", `AI${"za"}${"Sy0_-".repeat(7)}`],
];

describe("redact", () => {
  test.each(fakes)("H75 a secret of the shape %s (%#) is gone, the place stays", (kind, secret) => {
    for (const around of [
      (x: string) => `${x}`,
      (x: string) => `src/a.ts:3 const k = "${x}";`,
      (x: string) => `+key: ${x}\n+b`,
    ]) {
      const clean = redact(around(secret), []);
      expect(clean).toBe(around(`[redacted ${kind}]`));
      expect(redact(clean, [])).toBe(clean);
    }
  });

  test.each([
    ["Authorization: Bearer abcdefghijklmnop.qrst", "Authorization: Bearer [redacted authorization]"],
    ['{"authorization":"Basic dXNlcjpwYXNzd29yZA=="}', '{"authorization":"Basic [redacted authorization]"}'],
    ["x-api-key: abcdefghijklmnop1234", "x-api-key: [redacted authorization]"],
    ["GET https://a.tld/v1?key=abcdef123&x=1 500", "GET https://a.tld/v1?key=[redacted query value]&x=1 500"],
    ["https://a.tld/?a=b&access_token=abcdef123", "https://a.tld/?a=b&access_token=[redacted query value]"],
    ["git clone https://user:hunter2secret@a.tld/x", "git clone https://user:[redacted password]@a.tld/x"],
  ])("H77 %s", (text, clean) => {
    expect(redact(text, [])).toBe(clean);
    expect(redact(clean, [])).toBe(clean);
  });

  test.each([
    "Authorization: missing check for admins",
    `fetch(url, { headers: { Authorization: \`Bearer $\{token}\` } })`,
    `const url = \`/list?token=$\{token}&key=a\``,
    "task-management-of-the-whole-organisation",
    "the text -----BEGIN PRIVATE KEY----- stands in a template".replace("PRIVATE", "PUBLIC"),
    "a1b2c3d4 is the id, deadbeefdeadbeefdeadbeefdeadbeefdeadbeef the commit",
    "https://example.org:8080/path@2x.png",
  ])("leaves %s", (text) => {
    expect(redact(text, [])).toBe(text);
  });

  test("a mere mention of a key block does not eat the prose behind it", () => {
    const marker = ["-----BEGIN PRI", "VATE KEY-----"].join("");
    expect(redact(`Found ${marker} in the file, remove it now.`, [])).toBe(
      "Found [redacted private key] in the file, remove it now.",
    );
  });

  test.each([
    ["ollama", false],
    ["lm-studio", false],
    ["not needed", false],
    ["abc1", false],
    ["sw0rdf1sh", true],
    ["p4ss-word", true],
    ["correct-horse-battery", true],
  ])("a mere word in the place of a key is left alone: %s", (value, isGone) => {
    const text = `src/${value}.ts asks ${value}`;
    expect(redact(text, [value])).toBe(isGone ? "src/[redacted secret].ts asks [redacted secret]" : text);
  });

  test("H75 an exact value is found in every form it travels in", () => {
    const secret = 'p"ss/w ö+rd&1';
    const forms = [
      secret,
      encodeURI(secret),
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString("base64"),
      Buffer.from(`x-access-token:${secret}`).toString("base64"),
      Buffer.from(`ab${secret}cd`).toString("base64url"),
    ];
    for (const form of forms) {
      const clean = redact(`before ${form} after`, [secret]);
      expect(clean).toContain("[redacted secret]");
      expect(clean.length).toBeLessThan(70);
      expect(redact(clean, [secret])).toBe(clean);
    }
  });

  const own = "vk7-Q2x9/zLm+4Rt8wYb=3Hs";
  const base64 = (text: string): string => Buffer.from(text).toString("base64");
  const hex = Buffer.from(own).toString("hex");
  const broken = (text: string, seam: string): string => (text.match(/.{1,11}/g) ?? []).join(seam);
  test.each([
    ["in hexadecimal", hex],
    ["in capital hexadecimal", hex.toUpperCase()],
    ["as a hex dump", hex.replaceAll(/../g, "$& ")],
    ["as escaped bytes", hex.replaceAll(/../g, "\\x$&")],
    ["as a list of bytes", hex.replaceAll(/../g, "0x$&, ")],
    ["with every sign URL-encoded", hex.replaceAll(/../g, "%$&")],
    ["with unicode escapes", hex.replaceAll(/../g, "\\u00$&")],
    ["URL-encoded in small letters", encodeURIComponent(own).replaceAll(/%../g, (code) => code.toLowerCase())],
    ["in Base64 behind a name", base64(`me:${own}`)],
    ["in Base64 between others", base64(`a=1&k=${own}&b=2`)],
    ["in URL-safe Base64", Buffer.from(`ab${own}`).toString("base64url")],
    ["in Base64 in a URL", encodeURIComponent(base64(`?>${own}`))],
    ["over lines", broken(own, "\n    ")],
    ["over JSON-escaped lines", broken(own, "\\n")],
    ["over string literals", broken(own, '" +\n  "')],
    ["in Base64 over lines", broken(base64(`x:${own}`), "\r\n")],
  ])("H75 a value of ours %s is found", (_, form) => {
    const clean = redact(`it said ${form} here`, [own]);
    expect(clean).toMatch(/^it said .{0,14}\[redacted secret\].{0,24}here$/s);
    expect(redact(clean, [own])).toBe(clean);
  });

  test("H75 a value of several lines is found line by line", () => {
    expect(
      redact("+aaaaaaaaaaaaaaaaaaaa\n+bbbbbbbbbbbbbbbbbbbb\n+c", ["aaaaaaaaaaaaaaaaaaaa\nbbbbbbbbbbbbbbbbbbbb\nc"]),
    ).toBe("+[redacted secret]\n+[redacted secret]\n+c");
  });

  test("short values are ignored, longer ones win over their parts, placeholders are not eaten", () => {
    expect(redact("abcde stays", ["abcde", ""])).toBe("abcde stays");
    expect(redact("abcdef-123456", ["abcdef", "abcdef-123456"])).toBe("[redacted secret]");
    expect(redact("redacted secret", ["redacted secret"])).toBe("[redacted secret]");
    expect(redact("\ud800abcdef", ["\ud800abcdef"])).toBe("[redacted secret]");
  });

  test("twice is once, for any text and values", () => {
    const part = fc.constantFrom(
      ...fakes.map(([, secret]) => secret),
      "sk-",
      "AKIA",
      "a",
      " ",
      "Bearer ",
      "[redacted secret]",
      "secret",
      "?key=",
      "-----",
      "eyJ",
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join("")),
        fc.array(fc.string({ minLength: 6 })),
        (text, secrets) => {
          const clean = redact(text, [...secrets, "secret"]);
          expect(redact(clean, [...secrets, "secret"])).toBe(clean);
        },
      ),
    );
  });

  test("a secret that another one hid is found too", () => {
    const glued = `AI${"za"}${"Sy0_a".repeat(7)}sk${"-ant-"}${"aB3".repeat(12)}`;
    expect(redact(glued, [])).toBe("[redacted google key][redacted api key]");
  });

  test("redactAll reaches every string of plain data and nothing else", () => {
    const [, secret] = fakes[0] ?? ["", ""];
    expect(redactAll({ a: [secret, 1, null], b: { c: `x ${secret}` } }, [])).toEqual({
      a: ["[redacted aws key]", 1, null],
      b: { c: "x [redacted aws key]" },
    });
  });

  test.each([
    "eyJ",
    "eyJaaaaaaaaaa.",
    "sk-",
    "bearer ",
    "authorization:",
    "://a",
    "://aaaaaaa:bbbbbb",
    "?key=",
    "ghs_",
    "a-b ",
    "secret=",
    'token:"',
    "token ",
    "tokentoken",
    "pwd=aA1",
    "a1B2",
    ";pwd=",
    "%41",
  ])("H63 300 kB of %j take less than a second", async (unit) => {
    const long = unit.repeat(300_000 / unit.length);
    const seconds = await processorSeconds(() => {
      redact(long, ["abcdefgh", "a-much-longer-value-of-ours"]);
      redact(`${pem("").slice(0, 32)}${long}`, []);
    });
    expect(seconds).toBeLessThan(1);
  });
});
