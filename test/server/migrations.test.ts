import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { type Database, openDatabase } from "../../src/server/database.ts";
import { migrate, migrations } from "../../src/server/schema.ts";
import { type Ground, groundOf, storeKinds } from "../support/stores.ts";

const names = Object.keys(migrations);

async function withoutTables({ options }: Ground): Promise<Database> {
  const database = await openDatabase({ ...options, onNote: () => {}, onLost: () => {} });
  await sql`drop schema if exists pr_debate cascade`.execute(database.db);
  return database;
}

describe.each(storeKinds)("on %s", (kind) => {
  test("migrates a store of each earlier version with its content", async () => {
    const ground = await groundOf(kind);
    const database = await withoutTables(ground);
    try {
      for (let count = 1; count <= names.length; count += 1) {
        await migrate(database.db, Object.fromEntries(Object.entries(migrations).slice(0, count)));
        if (count === 1) {
          const row = { content: "c", guid: "g", event: "pull_request", action: "opened", installation: "7" };
          await database.db.insertInto("deliveries").values(row).execute();
        }
      }
      await migrate(database.db);
      const kept = await database.db.selectFrom("deliveries").select("guid").execute();
      expect(kept).toEqual([{ guid: "g" }]);
      expect(await database.db.selectFrom("journal").selectAll().execute()).toEqual([]);
    } finally {
      await database.close();
      await ground.remove();
    }
  });

  test("refuses a store of a newer version without damage", async () => {
    const ground = await groundOf(kind);
    const database = await withoutTables(ground);
    try {
      const newer = { ...migrations, "999-of-tomorrow": { up: async () => {} } };
      await migrate(database.db, newer);
      await expect(migrate(database.db)).rejects.toThrow("newer version");
      const rows = await sql`select 1 from pr_debate.subjects`.execute(database.db);
      expect(rows.rows).toEqual([]);
    } finally {
      await database.close();
      await ground.remove();
    }
  });
});

test("migrations are applied in the order of their names", () => {
  expect(names).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)));
});
