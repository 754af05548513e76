import { readFileSync } from "node:fs";

export const readme = readFileSync("README.md", "utf8");

/** The part about the App, with its heading. */
export const appSection = /^## As a GitHub App\n[\s\S]*?(?=^## )/m.exec(readme)?.[0] ?? "";

/** The code blocks of a language, in order. */
export function fenced(language: string, text: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n(?<text>[\\s\\S]*?)^\`\`\`$`, "gm");
  return [...text.matchAll(pattern)].map((match) => match.groups?.["text"] ?? "");
}
