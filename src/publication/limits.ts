/** Platform limits (docs/github-api.md) and the setting `max-inline`. Bytes are UTF-8. */
export interface Limits {
  readonly inline: number;
  readonly commentBytes: number;
  readonly checkCharacters: number;
  readonly annotationsPerRequest: number;
}

export const githubLimits: Omit<Limits, "inline"> = {
  commentBytes: 60_000,
  checkCharacters: 65_535,
  annotationsPerRequest: 50,
};
