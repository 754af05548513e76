import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { type Commit, modeOf } from "./world.ts";

/** The archive of a commit as GitHub sends it: gzipped, with one folder around everything, and links as links. */
export async function archiveOf(commit: Commit): Promise<Buffer> {
  const archive = pack();
  const top = `octo-app-${commit.sha.slice(0, 7)}`;
  archive.entry({ name: `${top}/`, type: "directory" });
  for (const [path, text] of Object.entries(commit.files)) {
    const name = `${top}/${path}`;
    if (modeOf(commit, path) === "120000") archive.entry({ name, type: "symlink", linkname: text });
    else archive.entry({ name, mode: modeOf(commit, path) === "100755" ? 0o775 : 0o664 }, text);
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}
