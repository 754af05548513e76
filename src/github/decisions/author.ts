/** The roles that may give commands. */
export type Role = "write" | "maintain" | "admin";

export function isMaintainer(role: Role): boolean {
  return role === "maintain" || role === "admin";
}

/** An author cannot let their own change pass by a command, unless they are an admin. */
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
