/** What a file belongs to; a change may touch several. */
export const platforms = ["flutter", "android", "ios", "backend", "web", "general"] as const;
export type Platform = (typeof platforms)[number];
