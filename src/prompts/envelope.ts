import { createHash } from "node:crypto";

/**
 * Wraps untrusted text as data. The closing line carries a nonce that does not occur in the content, so no content can close its own
 * envelope (H05); it derives from the content, so that the same request is the same bytes. `kind` is a word of ours, never of theirs.
 */
export function envelope(kind: string, content: string, digest = sha256): string {
  let nonce = digest(content);
  for (let counter = 1; content.includes(nonce); counter++) nonce = digest(`${counter}\n${content}`);
  return `<<<data ${nonce} ${kind}>>>\n${content}\n<<<end ${nonce}>>>`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
