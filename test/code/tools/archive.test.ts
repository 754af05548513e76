import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { type Header, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withArchive } from "../../../src/code/snapshot/archive.ts";
import { snapshotLimits } from "../../../src/code/snapshot/limits.ts";
import { type GitRepository, gitRepository } from "../../support/git-repository.ts";
import { never, openBytes } from "./snapshots.ts";

let repository: GitRepository;
beforeAll(() => {
  repository = gitRepository();
});
afterAll(() => repository.remove());

type Entry = Pick<Header, "name"> & Partial<Header> & { readonly text?: string };

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { text = "", ...header } of entries) archive.entry(header, text);
  archive.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of archive) if (part instanceof Uint8Array) parts.push(part);
  return Buffer.concat(parts);
}

async function listOf(entries: readonly Entry[], limits = snapshotLimits) {
  const bytes = gzipSync(await tarOf(entries));
  return openBytes(bytes, repository.env, (snapshot) => snapshot.list(never), limits);
}

const good: Entry = { name: "top/good.ts", text: "good\n" };

describe("entries that are left out and named", () => {
  test.each<[string, Entry, string]>([
    ["a path that leads up", { name: "top/../../evil" }, "leads out of the tree"],
    ["a path that starts with ..", { name: "../evil" }, "leads out of the tree"],
    ["a path with .. in the middle", { name: "top/a/../../../evil" }, "leads out of the tree"],
    ["an absolute path", { name: "/etc/evil" }, "is absolute"],
    ["a drive", { name: "top/C:/evil" }, "is absolute"],
    ["a backslash", { name: "top/..\\evil" }, "holds a backslash"],
    ["a line break", { name: "top/e\nvil" }, "holds a control character"],
    ["the git folder", { name: "top/.git/config" }, "lies in a .git folder"],
    ["the git folder by its short name", { name: "top/sub/GIT~1/config" }, "lies in a .git folder"],
    ["a long path", { name: `top/${"a/".repeat(600)}b` }, "is longer than 1000 characters"],
    ["a hard link", { name: "top/evil", type: "link", linkname: "/etc/passwd" }, "it is a hard link"],
    ["a link", { name: "top/evil", type: "symlink", linkname: "../../etc" }, "it is a link"],
    ["a character device", { name: "top/evil", type: "character-device", devmajor: 1, devminor: 5 }, "it is a device"],
    ["a block device", { name: "top/evil", type: "block-device" }, "it is a device"],
    ["a pipe", { name: "top/evil", type: "fifo" }, "it is a pipe"],
    ["a large file", { name: "top/evil", text: "a".repeat(2 ** 20 + 1) }, "it is larger than 1 MB"],
  ])("%s", async (_, entry, why) => {
    const { paths, omitted } = await listOf([entry, good]);
    expect(paths).toEqual(["good.ts"]);
    expect(omitted).toEqual([expect.stringContaining(why)]);
  });

  test("a file behind a link of the archive does not lead outside", async () => {
    const link: Entry = { name: "top/dir", type: "symlink", linkname: repository.path };
    const bytes = gzipSync(await tarOf([link, { name: "top/dir/evil", text: "evil\n" }, good]));
    const paths = await openBytes(bytes, repository.env, async (snapshot) => (await snapshot.list(never)).paths);
    expect(paths).toContain("good.ts");
    expect(readdirSync(repository.path)).toEqual([".git"]);
  });
});

test("names for git's import are quoted", async () => {
  const entries = ['"', 'a"b', " lead", "-dash", "ü", "M 100644 inline x"].map((name) => ({
    name: `top/${name}`,
    text: name,
  }));
  const bytes = gzipSync(await tarOf(entries));
  await openBytes(bytes, repository.env, async (snapshot) => {
    for (const { text } of entries) expect(await snapshot.read(text, never)).toEqual({ text });
  });
});

test("content for git's import is data, never a command", async () => {
  const text = "\ndone\ncommit refs/heads/snapshot\nM 100644 inline evil\ndata 0\n";
  const { paths } = await listOf([{ name: "top/a", text }, good]);
  expect(paths).toEqual(["a", "good.ts"]);
});

test("a .gitattributes that changes the archive is reported", async () => {
  const { omitted } = await listOf([{ name: "top/sub/.gitattributes", text: "src/auth.ts export-ignore\n" }, good]);
  expect(omitted).toEqual([expect.stringContaining("export-ignore")]);
});

test("a bomb ends at the limit, what came before it is read, and the answer says so", async () => {
  async function* bomb(): AsyncGenerator<Buffer> {
    yield (await tarOf([good])).subarray(0, 1024);
    const entry = (await tarOf([{ name: "top/zeros", text: "\0".repeat(2 ** 21) }])).subarray(0, 512 + 2 ** 21);
    for (let time = 0; time < 2_000; time += 1) yield entry;
  }
  const limits = { ...snapshotLimits, archiveBytes: 64 * 2 ** 20 };
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const download = async () => Readable.from(bomb()).pipe(createGzip());
  const { paths, omitted, truncated } = await withArchive(
    { download, environment: repository.env, limits },
    never,
    (snapshot) => snapshot.list(never),
  );
  expect(paths).toEqual(["good.ts"]);
  expect(truncated).toBe(true);
  expect(omitted.join()).toContain("The archive is larger than 64 MB: its rest is left out.");
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
});

describe("an archive that cannot be read is an error, never an empty tree", () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ["half of it", (bytes) => bytes.subarray(0, bytes.length / 2)],
    ["no gzip", () => Buffer.from("<html>Not found</html>")],
    ["nothing", () => Buffer.alloc(0)],
    ["no tar", () => gzipSync(Buffer.alloc(2_048, "x"))],
    [
      "a flipped bit",
      (bytes) => Buffer.from(bytes.map((byte, index) => (index === bytes.length - 6 ? byte ^ 1 : byte))),
    ],
  ])("%s", async (_, change) => {
    const noise = createHash("sha512").update("a").digest("hex").repeat(100);
    const bytes = change(gzipSync(await tarOf([good, { name: "top/noise", text: noise }])));
    const listed = openBytes(bytes, repository.env, (snapshot) => snapshot.list(never));
    await expect(listed).rejects.toThrow(/^The archive of the commit cannot be read/);
    expect(readdirSync(repository.temporary)).toEqual([]);
  });

  test("a download that breaks off", async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield gzipSync(await tarOf([good])).subarray(0, 50);
      throw new Error("socket hang up");
    }
    const download = async () => Readable.from(broken());
    const listed = withArchive({ download, environment: repository.env }, never, (snapshot) => snapshot.list(never));
    await expect(listed).rejects.toThrow("socket hang up");
    expect(readdirSync(repository.temporary)).toEqual([]);
  });
});

test("an abort ends a download that never ends", async () => {
  const controller = new AbortController();
  const download = async () => {
    controller.abort(new Error("over"));
    return new Readable({ read: () => undefined });
  };
  const opened = withArchive({ download, environment: repository.env }, controller.signal, async () => "opened");
  await expect(opened).rejects.toThrow("over");
  expect(readdirSync(join(repository.temporary))).toEqual([]);
});
