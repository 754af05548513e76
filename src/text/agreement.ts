const verbs =
  "agree with|agrees with|agreed with|grant|grants|concede|concedes|accept|accepts|support|supports|confirm|confirms";
/** Other labels in one list with the label, before it. */
const listed = "(?:[PC]\\d{1,4}(?:,? and |, ))*";
const praise = "(?:is|are) (?:right|true|correct|valid|sound|convincing)|holds|convinces";
/** After it the sentence ends, pauses, or gives a reason. */
const pause = "(?=[.,;:!]|$| and\\b| as\\b| because\\b| since\\b| about\\b)";
/** A sentence with one of these limits or refuses what it names. */
const doubt =
  /\b(?:no|not|never|cannot|\w+n['’]t|but|however|though|although|yet|only|unless|except|until|without|if|when|where|while|disagree\w*|wrong|fails?|overlooks?|ignores?|misses)\b|[?？]/i;
/** The start of a sentence that limits the one before it. */
const contrast = /^(?:but|however|yet|still|only|except|even so|nevertheless|it|this|that)\b/i;

/**
 * Whether an argument names a label (a letter and a number) and every sentence that names it agrees with it, without a limit. It looks for
 * English words; in any other language, and where it is unclear, it is false.
 */
export function onlyAgreesWith(argument: string, label: string): boolean {
  const named = new RegExp(`\\b${label}\\b`);
  const agrees = new RegExp(`\\b(?:${verbs}) ${listed}${label}\\b${pause}|\\b${label} (?:${praise})\\b${pause}`);
  const sentences = splitSentences(argument);
  const naming = sentences.flatMap((sentence, index) =>
    named.test(sentence) ? [{ sentence, next: sentences[index + 1] ?? "" }] : [],
  );
  const isAgreed = ({ sentence, next }: (typeof naming)[number]): boolean =>
    agrees.test(sentence) && !doubt.test(sentence) && !contrast.test(next);
  return naming.length > 0 && naming.every(isAgreed);
}

/** The end of a sentence: a mark, and quotes or brackets that close after it. The dots of two abbreviations end none. */
const end = /(?<=[.!?][\p{Pe}\p{Pf}"'`*_]{0,3})(?<!\b(?:e\.g|i\.e)\.)\s|(?<=[。！？])|\n/u;
const question = /[?？][\p{Pe}\p{Pf}"'`*_]{0,3}$/u;
/** A part without a word of two letters, such as the "1." of a list, is no sentence. */
const word = /\p{L}{2}|\p{Lo}/u;

/** The sentences of a text, and parts between them that are none, such as the "1." of a list. */
function splitSentences(text: string): string[] {
  return text.split(end).map((part) => part.trim());
}

/** Whether more than half of the sentences are questions. A sentence ends at `.`, `!` or `?` before a blank, or with its line. */
export function asksMostly(argument: string): boolean {
  const sentences = splitSentences(argument).filter((part) => word.test(part) || question.test(part));
  return sentences.filter((sentence) => question.test(sentence)).length * 2 > sentences.length;
}
