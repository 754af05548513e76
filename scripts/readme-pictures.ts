import { writeFile } from "node:fs/promises";
import { commentSvg } from "./pictures/comment-svg.ts";
import { debatedComment } from "./pictures/debated-change.ts";
import { protocolSvg } from "./pictures/protocol-svg.ts";

/** The pictures of the README, by name. The built program posts the comment that is shown; run `npm run build` first. */
export async function readmePictures(): Promise<Readonly<Record<string, string>>> {
  return { "comment.svg": commentSvg(await debatedComment()), "protocol.svg": protocolSvg() };
}

if (process.argv[1] === import.meta.filename) {
  for (const [name, text] of Object.entries(await readmePictures())) await writeFile(`docs/pictures/${name}`, text);
  console.log("docs/pictures is written");
}
