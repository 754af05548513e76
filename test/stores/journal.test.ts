import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fileJournal } from "../../src/stores/file-journal.ts";
import { machineSecret } from "../../src/stores/machine-secret.ts";
import { memoryJournal } from "../../src/stores/memory-journal.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "journal-test-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const folder = (): string => join(directory, ".debate/journal");
const open = (secret = "s1") => fileJournal({ directory, secret });

describe.each([
  ["fileJournal", () => open()],
  ["memoryJournal", () => memoryJournal()],
])("%s", (_, create) => {
  test("gives back what was written, the last one counts", async () => {
    const journal = create();
    expect(await journal.read("a-1")).toBeUndefined();
    await journal.write("a-1", "one\ntwo \u2028 \ud83d\ude00");
    await journal.write("b-1", "other");
    expect(await journal.read("a-1")).toBe("one\ntwo \u2028 \ud83d\ude00");
    await journal.write("a-1", "");
    expect(await journal.read("a-1")).toBe("");
  });
});

describe("fileJournal", () => {
  test("the folder comes with the first entry and is kept out of git; a file that is there already stays", async () => {
    expect(await open().read("a-1")).toBeUndefined();
    expect(existsSync(join(directory, ".debate"))).toBe(false);
    await open().write("a-1", "x");
    expect(await readFile(join(folder(), ".gitignore"), "utf8")).toBe("*\n");
    await writeFile(join(folder(), ".gitignore"), "mine");
    await open().write("b-1", "x");
    expect(await readFile(join(folder(), ".gitignore"), "utf8")).toBe("mine");
    expect((await readdir(folder())).sort()).toEqual([".gitignore", "a-1.entry", "b-1.entry"]);
  });

  test("an entry that is damaged, or that somebody else made, is refused", async () => {
    await open().write("a-1", "the answer");
    await expect(open("s2").read("a-1")).rejects.toThrow("damaged or was not written here");
    const entry = await readFile(join(folder(), "a-1.entry"), "utf8");
    for (const content of ["", "x", entry.slice(0, -1), entry.replace("answer", "Answer")]) {
      await writeFile(join(folder(), "a-1.entry"), content);
      await expect(open().read("a-1")).rejects.toThrow("damaged");
    }
    await writeFile(join(folder(), "b-1.entry"), entry);
    await expect(open().read("b-1")).rejects.toThrow("damaged");
  });

  test("a link in the repository is not followed", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "journal-elsewhere-"));
    await symlink(elsewhere, join(directory, ".debate"));
    await expect(open().write("a-1", "x")).rejects.toThrow(/\.debate is a link/);
    await rm(join(directory, ".debate"));
    await mkdir(join(directory, ".debate"));
    await symlink(elsewhere, folder());
    await expect(open().write("a-1", "x")).rejects.toThrow(/journal is a link/);
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(folder());
    await mkdir(folder());
    await writeFile(join(elsewhere, "target"), "mine");
    await symlink(join(elsewhere, "target"), join(folder(), "a-1.entry"));
    await open().write("a-1", "x");
    expect(await readFile(join(elsewhere, "target"), "utf8")).toBe("mine");
    expect(await open().read("a-1")).toBe("x");
    await rm(elsewhere, { recursive: true });
  });

  test("an entry that cannot be read rejects, and leaves nothing half-written behind", async () => {
    await mkdir(join(folder(), "a-1.entry"), { recursive: true });
    await expect(open().read("a-1")).rejects.toThrow("EISDIR");
    await expect(open().write("a-1", "x")).rejects.toThrow();
    expect((await readdir(folder())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a key is never a path", async () => {
    for (const key of ["../a", "a/b", "", "a.b", "x".repeat(201)]) {
      await expect(open().read(key)).rejects.toThrow("no journal key");
      await expect(open().write(key, "x")).rejects.toThrow("no journal key");
    }
  });
});

describe("machineSecret", () => {
  test("is made once, for the owner only, the same for all who come together", async () => {
    const path = join(directory, "state/pr-debate/secret");
    const secrets = await Promise.all(Array.from({ length: 8 }, () => machineSecret(path)));
    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(1);
    expect(await machineSecret(path)).toBe(secrets[0]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, "state/pr-debate"))).toEqual(["secret"]);
  });

  test("a file that holds none is an error, not a weak secret", async () => {
    await writeFile(join(directory, "secret"), "abc\n");
    await expect(machineSecret(join(directory, "secret"))).rejects.toThrow("does not hold a secret of 64 hex digits");
  });
});
