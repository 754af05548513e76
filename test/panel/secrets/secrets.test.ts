import { describe, expect, test } from "vitest";
import { maskOf } from "../../../src/code/anchor/mask.ts";
import { scannerKnowing, secretScanner, secretsAgent } from "../../../src/panel/secrets/secrets.ts";
import { aFile, inOneBatch } from "../../support/change-builder.ts";
import { placedSecrets } from "../../support/fake-secrets.ts";

const signal = new AbortController().signal;
const pem = (body: string): string =>
  `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${body}\n-----END RSA ${"PRIVATE KEY"}-----`;
const secrets = {
  "aws-access-key-id": `AK${"IA"}QWERTYUIOPASDFGH`,
  "github-token": `gh${"s_"}123456_${"eyJhbGciOi.J9-_zX0".repeat(20)}`,
  "model-api-key": `sk${"-ant-"}api03-${"aZ09bY18-".repeat(8)}`,
  "private-key": pem("MIIEowIBAAKCAQEAqwertyuiopasdfghjklzxcvbnm0123456789+/"),
};

describe("secretScanner", () => {
  test.each(Object.entries(secrets))("H75 finds %s on an added line and masks nothing else", async (kind, value) => {
    const found = await secretScanner.scan([aFile("src/a.ts", "let a;\n", `let a;\nconst key = "${value}";\n`)]);
    expect(found).toContainEqual(expect.objectContaining({ path: "src/a.ts", line: 2, added: true }));
    expect(found.map((secret) => secret.value).join()).toContain(value.split("\n")[1] ?? value);
    expect(found.some((secret) => secret.kind === kind)).toBe(true);
  });

  test("a secret on a deleted or untouched line is found, so that no provider sees it, but it is not a finding", async () => {
    const value = secrets["aws-access-key-id"];
    const files = [aFile("a.ts", `x("${value}");\ny();\n`, "y();\n")];
    expect(await secretScanner.scan(files)).toMatchObject([{ value, added: false }]);
    expect((await secretsAgent(secretScanner).propose?.(inOneBatch(files), signal))?.drafts).toEqual([]);
  });

  test.each(["AKIAIOSFODNN7EXAMPLE", `sk-${"x".repeat(30)}`, "const task = 'risk-assessment-of-the-whole-project';"])(
    "the sample %s is not a secret",
    async (text) => {
      expect(await secretScanner.scan([aFile("a.ts", null, `${text}\n`)])).toEqual([]);
    },
  );
});

test("a value that only looks like a secret is hidden and is not a finding", async () => {
  const files = [
    aFile(
      "a.yml",
      null,
      `${placedSecrets
        .slice(0, 6)
        .map(({ line }) => line)
        .join("\n")}\n`,
    ),
  ];
  const mask = maskOf(await secretScanner.scan(files));
  for (const { value, line } of placedSecrets.slice(0, 6)) expect(mask.hide(line)).not.toContain(value);
  expect((await secretsAgent(secretScanner).propose?.(inOneBatch(files), signal))?.drafts).toEqual([]);
});

test("a value that looks like code is hidden where it is assigned, and nowhere else", async () => {
  const code = "a1+b2;c3&d4%e5|f6";
  const mask = maskOf(await secretScanner.scan([aFile("a.js", null, `secret: "${code}"\n${code}\n`)]));
  expect(mask.hide(`secret: "${code}"\n${code}`)).toBe(`secret: "‹masked: secret›"\n${code}`);
});

test("a value of our own is hidden everywhere, and restored", async () => {
  const key = `gateway-${"Zk4w".repeat(5)}`;
  const mask = maskOf(await scannerKnowing(() => [key]).scan([aFile("a.js", null, `use(${key})\n`)]));
  expect(mask.hide(`use(${key})`)).toBe("use(‹masked: key of ours›)");
  expect(mask.reveal(mask.hide(`use(${key})`))).toBe(`use(${key})`);
});

test("the seat reports P0 where the secret is and never what it is", async () => {
  const files = [aFile("src/a.ts", null, `const key = "${secrets["github-token"]}";\n`)];
  const proposal = await secretsAgent(secretScanner).propose?.(inOneBatch(files), signal);
  expect(proposal?.drafts).toMatchObject([{ severity: "P0", category: "security", path: "src/a.ts", line: 1 }]);
  const { quote: _, ...said } = proposal?.drafts[0] ?? { quote: "" };
  expect(JSON.stringify(said)).not.toContain(secrets["github-token"].slice(0, 20));
});
