/** `owner/name` as the parameters of a route. */
export function ownerAndRepo(repo: string): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}

/** The number of the last page in a `Link` header; null where GitHub does not tell it. */
export function lastPageIn(link: string | undefined): number | null {
  const page = /[?&]page=(?<page>\d+)[^>]*>; rel="last"/.exec(link ?? "")?.groups?.["page"];
  return page === undefined ? null : Number(page);
}

export function hasNextPage(link: string | undefined): boolean {
  return /; rel="next"/.test(link ?? "");
}
