// biome-ignore lint/performance/noBarrelFile: the one door to output hygiene (design §9); the parts behind it stay small.
export { codeCell, codeSpan, fence } from "./text/code.ts";
export { byteLength, countWords, cut, cutAtBlank, cutCharacters, cutWords, storable } from "./text/cut.ts";
export { type Hidden, type HiddenKind, hiddenIn } from "./text/hidden.ts";
export { markdown, markdownCell, markdownLine } from "./text/markdown.ts";
export { plural } from "./text/plural.ts";
export { type Block, readProse, readSpans } from "./text/prose.ts";
export { isRandom, isSamplePassword } from "./text/random-looking.ts";
export { isTelling, redact, redactAll, redactValues } from "./text/redact.ts";
export { type Folded, fold, saysTheSame } from "./text/same-words.ts";
export { isExample, secretsForModels } from "./text/secret-shapes.ts";
export { secretsIn } from "./text/secrets-in.ts";
export { unlinked } from "./text/unlinked.ts";
export { html, plain, visible } from "./text/visible.ts";
