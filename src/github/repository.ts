/** `owner/name` as the parameters of a route. */
export function ownerAndRepo(repo: string): { owner: string; repo: string } {
  const [owner = "", name = ""] = repo.split("/");
  return { owner, repo: name };
}

/** The value of a page number in a `Link` header by its relation; null where there is none. */
export function lastPageIn(link: string | undefined): number | null {
  const page = /[?&]page=(?<page>\d+)[^>]*>; rel="last"/.exec(link ?? "")?.groups?.["page"];
  return page === undefined ? null : Number(page);
}
