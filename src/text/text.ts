// biome-ignore lint/performance/noBarrelFile: the one door to output hygiene (design §9); the parts behind it stay small.
export { codeCell, codeSpan, fence } from "./code.ts";
export { byteLength, countWords, cut, cutAtBlank, cutCharacters, cutWords, storable } from "./cut.ts";
export { type Hidden, type HiddenKind, hiddenIn } from "./hidden.ts";
export { markdown, markdownCell, markdownLine } from "./markdown.ts";
export { plural } from "./plural.ts";
export { type Block, readProse, readSpans } from "./prose.ts";
export { isRandom, isSamplePassword } from "./random-looking.ts";
export { isTelling, redact, redactAll, redactValues } from "./redact.ts";
export { type Folded, fold, saysTheSame } from "./same-words.ts";
export { isExample, secretsForModels } from "./secret-shapes.ts";
export { secretsIn } from "./secrets-in.ts";
export { unlinked } from "./unlinked.ts";
export { html, plain, visible } from "./visible.ts";
