const usual = { Role: "You guard the ledger.", Focus: "- Sums", Directives: "- Add up.", Tone: "Dry." };

/** A persona file with the four sections that each needs, and others on top. */
export function personaFile(sections: Readonly<Record<string, string>> = {}): string {
  return Object.entries({ ...usual, ...sections })
    .map(([heading, text]) => `## ${heading}\n\n${text}\n`)
    .join("\n");
}
