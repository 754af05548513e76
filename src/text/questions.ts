/** The end of a sentence: a mark, and quotes or brackets that close after it. The dots of two abbreviations end none. */
const end = /(?<=[.!?][\p{Pe}\p{Pf}"'`*_]{0,3})(?<!\b(?:e\.g|i\.e)\.)\s|(?<=[。！？])|\n/u;
const question = /[?？][\p{Pe}\p{Pf}"'`*_]{0,3}$/u;
/** A part without a word of two letters, such as the "1." of a list, is no sentence. */
const word = /\p{L}{2}|\p{Lo}/u;

/** The sentences of a text, and parts between them that are none, such as the "1." of a list. */
export function splitSentences(text: string): string[] {
  return text.split(end).map((part) => part.trim());
}

/** Whether more than half of the sentences are questions. A sentence ends at `.`, `!` or `?` before a blank, or with its line. */
export function asksMostly(argument: string): boolean {
  const sentences = splitSentences(argument).filter((part) => word.test(part) || question.test(part));
  return sentences.filter((sentence) => question.test(sentence)).length * 2 > sentences.length;
}
