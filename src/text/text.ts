// biome-ignore lint/performance/noBarrelFile: the one door to output hygiene; its parts stay small.
export { byteLength, countWords, cut, cutAtBlank, cutCharacters, cutWords, plural, storable } from "./cut.ts";
export { type Hidden, type HiddenKind, hiddenIn } from "./hidden.ts";
export { markdown, markdownCell, markdownLine } from "./markdown.ts";
export { type Block, readProse, readSpans, unlinked } from "./prose.ts";
export { isRandom, isSamplePassword } from "./random-looking.ts";
export { isTelling, redact, redactAll, redactValues } from "./redact.ts";
export { type Folded, foldWords, saysTheSame } from "./same-words.ts";
export { isExample, secretsForModels, secretsIn } from "./secret-shapes.ts";
export { codeCell, codeSpan, fence, html, plain, visible } from "./visible.ts";
