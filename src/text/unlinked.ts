import { visible } from "./visible.ts";

/** What a viewer of plain text may make a link, a tag, a mention or a one-click commit of. Each is parted, so that it stays readable and does nothing. */
const live: readonly (readonly [start: RegExp, parted: string])[] = [
  // `[text](address)`, `[name]: address`, images and footnotes.
  [/\](?=[([:])/g, "] "],
  [/:(?=\/\/)/g, ": "],
  [/\bwww(?=\.)/gi, "$& "],
  [/<(?=[a-z/!?])/gi, "< "],
  [/@(?=\w)/g, "@ "],
  [/#(?=\d)/g, "# "],
  [/\bgh-(?=\d)/gi, "GH- "],
  [/\b(?:mailto|xmpp|javascript|data|vscode|command|file):(?=\S)/gi, "$& "],
  // Entities, which a page turns back into the sign that acts.
  [/&(?=[a-z#])/gi, "& "],
  // Languages that GitHub acts on: the first is a button that commits.
  [/(?<marks>(?<![`~])(?:`{3,}|~{3,}))[ \t]*(?=suggestion|mermaid|math|geojson|topojson|stl)/gi, "$<marks>text "],
];

/** `visible` for formats of plain text whose viewers make links all the same, such as SARIF. */
export function unlinked(text: string): string {
  return live.reduce((written, [start, parted]) => written.replace(start, parted), visible(text));
}
