import { describe, expect, test } from "vitest";
import { maskOf } from "../../src/code/anchor/mask.ts";
import { redact, secretsIn } from "../../src/text/redact.ts";
import { secretsForModels } from "../../src/text/secret-shapes.ts";
import { fakeSecrets, keyBlock, placedSecrets } from "../support/fake-secrets.ts";
import { processorSeconds } from "../support/processor-time.ts";

const all = [...fakeSecrets, ...placedSecrets];

describe("H75 secrets are hidden from models and from readers of reports", () => {
  test.each(all.map(({ kind, line, value }) => [kind, line, value]))("%s", (_, line, value) => {
    const mask = maskOf([]);
    const hidden = mask.hide(`+  ${line}\n`);
    expect(hidden).not.toContain(value);
    expect(hidden).toMatch(/‹masked: [a-z ]+›/);
    expect(mask.hide(hidden)).toBe(hidden);
    expect(mask.reveal(hidden)).toBe(`+  ${line}\n`);
    expect(redact(`at ${line} there`, [])).not.toContain(value);
  });

  test("the lines of a private key", () => {
    const { head, lines, foot } = keyBlock;
    const hidden = maskOf([]).hide([head, ...lines, foot].join("\n"));
    for (const line of lines) expect(hidden).not.toContain(line.slice(0, 20));
  });
});

describe("harmless values stay visible to models, so that they can review the code", () => {
  test.each([
    'password: "example"',
    'const password = "<your password>";',
    "secret: process.env.CLIENT_SECRET_V2",
    "const token = await getToken2FA(user1, req.body.code4);",
    "api_key = $" + "{{ secrets.API_KEY_2024 }}",
    'apiKey: "<your-api-key-here>", secretName: "my-app-v2-prod-db-01"',
    "passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    `"integrity": "sha512-${"q7Rk2Vd9Zs4Wm1Xb8Ty3Pc6L".repeat(4).slice(0, 86)}=="`,
    'id: "123e4567-e89b-12d3-a456-426614174000", code: "123e4567-e89b-12d3-a456-426614174000"',
    "postgres://user:password@localhost/test redis://:$REDIS_PASSWORD@cache",
    "Authorization: Bearer your_access_token_here",
    '"x-api-key": process.env.ANTHROPIC_API_KEY',
    "const maxTokens = 4096; tokenType: 'Bearer', pageToken: undefined",
    "expect(hash('a')).toBe('9fceb02d0ae598e95dc970b74767f193')",
  ])("%s", (line) => {
    expect(secretsForModels(line)).toEqual([]);
  });

  test.each([
    ["an address", "// see http://a:eval(req.body)@host", "eval(req.body)"],
    ["an address around code", 'fetch("http://x:"+eval(req.body.a)+"@y")', "eval(req.body.a)"],
    ["a statement like a connection string", "x();pwd=eval(req.body.q1);", "eval(req.body.q1)"],
    ["an assigned call", 'secret: "x1y2(exec)z3w4a5()"', "x1y2(exec)z3w4a5()"],
    ["a marker of a key", `// ${keyBlock.head}\nreturn system\nprivate\nexec(cmd)\n// ${keyBlock.foot}`, "exec(cmd)"],
  ])("code is not hidden by %s", (_, comment, code) => {
    const found = secretsForModels(comment).map((span) => ({
      kind: span.kind,
      value: comment.slice(span.start, span.end),
    }));
    expect(maskOf(found).hide(`${comment}\n${code}`)).toContain(`\n${code}`);
    expect(maskOf([]).hide(comment)).toContain(code.slice(0, 4));
  });

  test("lines between the first and the last of a key that are not part of it", () => {
    const value = `${keyBlock.head}\nsystem\nprivate method\n${keyBlock.lines[0]}\n`;
    const hidden = maskOf([{ kind: "private-key", value }]).hide(`private method system(${keyBlock.lines[0]})`);
    expect(hidden).toBe("private method system(‹masked: private key›)");
  });
});

test("a value that is hidden only in its place stays visible elsewhere, and an earlier mask is restored", () => {
  const secret = { kind: "password", value: "tr0ub4dor", isOnlyHere: true };
  const mask = maskOf([secret]);
  expect(mask.hide("a tr0ub4dor b")).toBe("a tr0ub4dor b");
  expect(mask.reveal(maskOf([{ kind: "password", value: "tr0ub4dor" }]).hide("a tr0ub4dor b"))).toBe("a tr0ub4dor b");
});

test("the secrets of an environment", () => {
  const env = {
    OPENAI_API_KEY: "a-key",
    "INPUT_GITHUB-TOKEN": "a-token",
    DB_PASSWORD: "a-password",
    PGPASSWORD: "another",
    WEBHOOK_SECRET_PREVIOUS: "an-old-secret",
    DATABASE_URL: "postgres://app:in-an-address@db/x",
    OPENAI_CUSTOM_HEADERS: "X-Gateway: in-a-header\nX-Other: 2nd-header",
    HOME: "/home/ann",
    EMPTY_KEY: " ",
  };
  expect(secretsIn(env)).toEqual(
    "a-key a-token a-password another an-old-secret in-an-address in-a-header 2nd-header".split(" "),
  );
});

test.each([
  "secret=",
  "token:'a",
  "eyJaaaaaaaaaa.",
  "sk-",
  "://a:b",
  "a1B2",
  "pwd=aA1",
  "-----BEGIN ",
  "key key ",
  "=a/",
])("H63 300 kB of %j take less than a second", async (unit) => {
  const long = unit.repeat(300_000 / unit.length);
  expect(await processorSeconds(() => maskOf([]).hide(long))).toBeLessThan(1);
});
