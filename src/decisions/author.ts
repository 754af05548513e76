/** Who may give commands at all. */
export type Role = "write" | "maintain" | "admin";

/** Nobody lets their own change pass by a command, but for admins. */
export function mayDismissBlocking(
  { by, role }: { readonly by: string; readonly role: Role },
  authors: readonly string[],
): boolean {
  return !isAmong(by, authors) || role === "admin";
}

/** GitHub's names are the same in any case. */
export function isAmong(login: string, authors: readonly string[]): boolean {
  return authors.some((author) => author.toLowerCase() === login.toLowerCase());
}
