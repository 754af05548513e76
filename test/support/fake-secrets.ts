// Split so that no scanner takes this file for a leak.
const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiI0NzExIn0xyz", "dozjgNryP4J3jVmNHl0w5N"].join(".");
const drawn = (length: number): string => "q7Rk2Vd9Zs4Wm1Xb8Ty3Pc6Lf5Gh0JnA".repeat(9).slice(0, length);
const hex = (length: number): string => "9fceb02d0ae598e95dc970b74767f193".repeat(9).slice(0, length);

/** Made-up secrets of the common vendors' shapes, by kind, each as a line of code. `value` is what must not leave. */
export const fakeSecrets: readonly { readonly kind: string; readonly line: string; readonly value: string }[] = [
  ["JWT", jwt],
  ["Google API key", `AI${"za"}Sy${drawn(33)}`],
  ["Google OAuth token", `ya${"29."}${drawn(60)}`],
  ["Google OAuth secret", `GOC${"SPX-"}${drawn(28)}`],
  ["Azure storage key", `${drawn(86)}==`],
  ["Azure client secret", `Ab3${"8Q~"}${drawn(34)}`],
  ["AWS access key", `AK${"IA"}QWERTYUIOPASDFGH`],
  ["GitHub token", `gh${"p_"}${drawn(36)}`],
  ["GitHub fine-grained token", `github${"_pat_"}${drawn(60)}`],
  ["GitLab token", `gl${"pat-"}${drawn(20)}`],
  ["Slack token", `xo${"xb"}-123456789012-${drawn(24)}`],
  ["Stripe key", `sk${"_live_"}${drawn(24)}`],
  ["npm token", `npm${"_"}${drawn(36)}`],
  ["PyPI token", `pypi${"-"}${drawn(100)}`],
  ["OpenAI key", `sk${"-proj-"}${drawn(48)}`],
  ["Anthropic key", `sk${"-ant-"}api03-${drawn(80)}`],
  ["SendGrid key", `SG${"."}${drawn(22)}.${drawn(43)}`],
  ["Twilio key", `SK${hex(32)}`],
  ["DigitalOcean token", `dop${"_v1_"}${hex(64)}`],
  ["Hugging Face token", `hf${"_"}${drawn(34)}`],
].map(([kind = "", value = ""]) => ({ kind, value, line: `connect("${value}")` }));

/** Values that only their place tells: an assignment, an address, a connection string. */
export const placedSecrets: typeof fakeSecrets = [
  { kind: "assigned secret", value: drawn(24), line: `const clientSecret: string = "${drawn(24)}";` },
  { kind: "assigned token", value: hex(40), line: `  "authToken": "${hex(40)}",` },
  { kind: "password with signs", value: "T7#kq9!zLm2@vR5x", line: "db_password: 'T7#kq9!zLm2@vR5x'" },
  { kind: "environment file", value: drawn(30), line: `export SERVICE_API_KEY=${drawn(30)}` },
  { kind: "XML", value: drawn(26), line: `<apiKey>${drawn(26)}</apiKey>` },
  { kind: "option", value: drawn(28), line: `deploy --token ${drawn(28)} --now` },
  { kind: "basic auth", value: "tr0ub4dor", line: `fetch("https://app:${"tr0ub4dor"}@db.example.org/x")` },
  { kind: "SAS signature", value: `${drawn(30)}%3D`, line: `get("https://x.example.net/c?sv=1&sig=${drawn(30)}%3D")` },
  { kind: "connection string", value: `${drawn(43)}=`, line: `Endpoint=sb://x/;SharedAccessKey=${drawn(43)}=;` },
  { kind: "JSON in a string", value: drawn(22), line: `post("{\\"secret\\":\\"${drawn(22)}\\"}")` },
];

export const keyBlock = {
  head: `-----BEGIN RSA ${"PRIVATE KEY"}-----`,
  lines: [drawn(64), drawn(60).replaceAll("q", "z"), `${drawn(40)}==`],
  foot: `-----END RSA ${"PRIVATE KEY"}-----`,
};
