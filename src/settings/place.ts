/** Where the settings are. */
export const settingsPath = ".github/pr-debate.yml";

/** Names that people give the settings by mistake. A file of such a name would change nothing, without a word. */
export const strayNames: readonly string[] = ["", ".github/"].flatMap((folder) =>
  ["pr-debate", ".pr-debate", "pr_debate", ".pr_debate", "prdebate", ".prdebate"].flatMap((name) =>
    ["yml", "yaml"].map((ending) => `${folder}${name}.${ending}`).filter((path) => path !== settingsPath),
  ),
);

export function strayText(path: string): string {
  return `${path} is not read; move it to ${settingsPath}`;
}
