/** `owner/name` of a remote's URL, or null when it does not look like one. Credentials, host and port never come through. */
export function repositoryName(url: string): string | null {
  const path = pathOf(url.trim());
  if (path === null) return null;
  const name = path.replace(/^\/+|(?<!\/)\/+$/g, "").replace(/\.git$/, "");
  return /^[\w.-]+\/[\w.-]+$/.test(name) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(name) ? name : null;
}

function pathOf(url: string): string | null {
  if (/^(?:https?|ssh|git):\/\//i.test(url)) return URL.parse(url)?.pathname ?? null;
  // The short form of ssh, `user@host:owner/name`; one letter before the colon is a Windows drive.
  return /^(?:[^/@\s]+@)?[^/:@\s]{2,}:(?<path>[^\s:]+)$/.exec(url)?.groups?.["path"] ?? null;
}
