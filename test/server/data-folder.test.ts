import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../src/server/database.ts";

let parent = "";
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "data-folder-"));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

test("writes only inside the data folder, which may be a volume in a read-only root or be shared", async () => {
  const database = await openDatabase(at("data"));
  expect(readdirSync(parent)).toEqual(["data"]);
  expect(readdirSync(join(parent, "data"))).toEqual(["pglite", "pglite.lock"]);
  await database.close();
  expect(readdirSync(join(parent, "data"))).toEqual(["pglite"]);
});

test("starts on a volume that holds other files", async () => {
  mkdirSync(join(parent, "data", "lost+found"), { recursive: true });
  await (await openDatabase(at("data"))).close();
});

test("reports a folder that cannot be created as such, not as one in use", async () => {
  writeFileSync(join(parent, "file"), "");
  await expect(openDatabase(at("file/data"))).rejects.toMatchObject({
    message: expect.stringMatching(/^The data folder .*file\/data cannot be written: /),
  });
});

function at(name: string): Parameters<typeof openDatabase>[0] {
  return { databaseUrl: null, dataDirectory: join(parent, name), onNote: () => {}, onLost: () => {} };
}
