/**
 * What a masked value is called, by the kind of its finder: the shapes of `secret-shapes.ts`, rules of secretlint, and
 * names of code. The list is closed, so nothing but these words can look like a mask.
 */
const nouns: Readonly<Record<string, string>> = {
  "1password": "onepassword token",
  anthropic: "anthropic key",
  authorization: "authorization",
  aws: "aws key",
  "aws-access-key-id": "aws access key",
  "azure key": "azure key",
  basicauth: "password in an address",
  cloudflare: "cloudflare token",
  "connection password": "connection password",
  credential: "credential",
  databricks: "databricks token",
  "database-connection-string": "connection string",
  docker: "docker token",
  figma: "figma token",
  gcp: "gcp key",
  github: "github token",
  gitlab: "gitlab token",
  "google key": "google key",
  grafana: "grafana token",
  groq: "groq key",
  "hashicorp-vault": "vault token",
  huggingface: "huggingface token",
  jwt: "signed token",
  "key-of-ours": "key of ours",
  linear: "linear token",
  "model-api-key": "model api key",
  notion: "notion token",
  npm: "npm token",
  openai: "openai key",
  privatekey: "private key",
  "query value": "query value",
  sendgrid: "sendgrid key",
  shopify: "shopify token",
  slack: "slack token",
  stripe: "stripe key",
  tailscale: "tailscale key",
  "vendor token": "vendor token",
  vercel: "vercel token",
  webhook: "webhook address",
  "assigned value": "assigned value",
  "api key": "api key",
  "access key": "access key",
  auth: "auth value",
  password: "password",
  pin: "pin",
  "private key": "private key",
  "private value": "private value",
  secret: "secret",
  token: "token",
  value: "value",
};

/** How a secret of this kind is called in a sentence and in its mask. */
export function secretNoun(kind: string): string {
  const spaced = kind.replaceAll("-", " ");
  if (Object.hasOwn(nouns, kind)) return nouns[kind] ?? "credential";
  return Object.values(nouns).includes(spaced) ? spaced : "credential";
}

const words = [...new Set(Object.values(nouns))].sort((one, other) => other.length - one.length).join("|");
/** The source of a pattern for any mask. */
export const maskSource = `‹masked: (?:${words})(?: \\d{1,6})?›`;
const mask = new RegExp(maskSource, "g");
const numbered = new RegExp(`(‹masked: (?:${words})) \\d{1,6}›`, "g");

/** The mask of the n-th value of a noun in a text. The number says that it is another value, and nothing about it. */
export function maskText(noun: string, number: number): string {
  return number === 1 ? `‹masked: ${noun}›` : `‹masked: ${noun} ${number}›`;
}

/** Masks without their numbers. A number depends on the text around it, so that a part of the text has other ones. */
export function withoutNumbers(text: string): string {
  return text.includes("‹masked: ") ? text.replace(numbered, "$1›") : text;
}

export function holdsMask(text: string): boolean {
  return text.search(mask) !== -1;
}

/** What stands before, between and behind the masks of a text. */
export function outsideMasks(text: string): string[] {
  return text.split(mask);
}

export function replaceMasks(text: string, write: (mask: string) => string): string {
  return text.includes("‹masked: ") ? text.replace(mask, write) : text;
}

/** In place of a mask, sign by sign, where a text is searched for secrets. */
const maskSign = "\u0001";

/** What is left of a text whose masks are filled. */
export function withoutMasks(filled: string): string {
  return filled.replaceAll(maskSign, "").trim();
}

/** The same text with every mask filled with one sign, so that places stay and nothing is found in a mask. */
export function withFilledMasks(text: string): string {
  return replaceMasks(text, (found) => maskSign.repeat(found.length));
}
