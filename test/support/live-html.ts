/** The tags and attributes that our page is made of. */
const tag =
  /<(?:!doctype html|\/?(?:html|head|title|style|body|div|header|main|section|article|footer|h[1-4]|p|ul|ol|li|dl|dt|dd|b|i|mark|small|span|code|pre|br|details|summary|table|thead|tbody|tr|th|td|a|meta)(?: (?:lang|charset|name|content|http-equiv|class|id|start|scope|role|tabindex|aria-label|href)="[^"<>]*"| open)*)>/g;

/** The documentation of a shipped rule, by an id that holds nothing else. */
const rulePage = /^https:\/\/github\.com\/pr-debate\/pr-debate\/blob\/main\/docs\/offline-rules\.md#[a-z0-9-]+$/;

/** Everything in a page beyond our own tags: other tags, handlers, addresses, links that lead out. Empty is what we want. */
export function liveHtml(page: string): readonly string[] {
  const rest = page.replace(/<style>[^<]*<\/style>/, "").replace(tag, "");
  const links = [...page.matchAll(/ href="(?<to>[^"]*)"/g)].map((match) => match.groups?.["to"] ?? "");
  return [
    ...(rest.match(/.{0,20}[<>].{0,20}/g) ?? []),
    ...((page.match(tag) ?? []).join("").match(/ on\w+=|javascript:|src=|url\(/gi) ?? []),
    ...links.filter((to) => !/^#f-[0-9a-f]{8}$/.test(to) && !rulePage.test(to)),
  ];
}
