import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Dismissal, undecided } from "../../src/domain/decisions.ts";
import type { Finding } from "../../src/domain/finding.ts";
import { unreviewed } from "../../src/github/decisions/remembered.ts";
import { keyOf } from "../../src/server/accept.ts";
import { keptPullsIn, rememberedIn } from "../../src/server/decisions.ts";
import { purgeInstallation, purgeOld, purgeRepository, retentionDays } from "../../src/server/store.ts";
import { aFinding } from "../support/review-builder.ts";
import { clear, groundOf, type OpenStore, openStore, storeKinds } from "../support/stores.ts";

interface Told {
  readonly installation?: string;
  readonly key?: string;
  readonly number?: number;
  readonly finding?: Partial<Finding>;
  readonly dismissal?: Partial<Dismissal>;
}

const here = { installation: "1", key: "10" };
const paths = ["src/db/pool.js"];
const webUrl = "https://github.example";

describe.each(storeKinds)("what the App remembers, on %s", (kind) => {
  let store: OpenStore;
  beforeAll(async () => {
    store = await openStore(await groundOf(kind));
  });
  afterAll(() => store.close());
  beforeEach(() => clear(store));

  /** A pull request on which somebody dismissed a finding. */
  async function decided(told: Told = {}): Promise<void> {
    const { installation = here.installation, key = here.key, number = 7, dismissal } = told;
    const finding = aFinding({
      severity: "P1",
      category: "resource",
      title: "The connection pool is never closed",
      path: "src/db/pool.js",
      status: "dismissed",
      ...told.finding,
    });
    const made: Dismissal = {
      ...{
        finding: finding.id,
        kind: "false-positive",
        by: "max",
        why: "It closes itself.",
        at: "2026-11-01T00:00:00Z",
      },
      mayUnblock: true,
      ...dismissal,
    };
    const subject = { kind: "pull-request" as const, installation, key, repo: "octo/shop", number };
    await store.db
      .insertInto("subjects")
      .values({
        ...{ key: keyOf(subject), installation, repository: key, repo: "octo/shop", number },
        ...{ wanted: 1, explicit: 0, done: 1, token: 1, is_closed: true, merge_group: null, state_before: null },
        state: JSON.stringify({ ...unreviewed, findings: [finding] }),
        decisions: JSON.stringify({ ...undecided, dismissals: [made] }),
      })
      .execute();
  }

  test("a dismissal of another pull request comes back as a decision with its reason", async () => {
    await decided();
    expect(await rememberedIn(store.db, here, paths, webUrl)).toMatchObject([
      {
        kind: "decision",
        title: "The connection pool is never closed",
        reason: "It closes itself.",
        paths,
        link: `${webUrl}/octo/shop/pull/7`,
      },
    ]);
  });

  test("the pull request under review remembers the others, not itself", async () => {
    await decided();
    expect(await rememberedIn(store.db, { ...here, number: 7 }, paths, webUrl)).toEqual([]);
    expect(await rememberedIn(store.db, { ...here, number: 8 }, paths, webUrl)).toHaveLength(1);
  });

  test("two installations never see each other's memory, also where repository and name are the same", async () => {
    await decided({ installation: "2" });
    await decided({ key: "11" });
    expect(await rememberedIn(store.db, here, paths, webUrl)).toEqual([]);
    expect(await rememberedIn(store.db, { installation: "2", key: "10" }, paths, webUrl)).toHaveLength(1);
  });

  test("the pull requests of one repository of one installation are kept for candidates and statistics, and no other", async () => {
    await decided();
    await decided({ number: 9 });
    await decided({ installation: "2" });
    await decided({ key: "11" });
    const kept = await keptPullsIn(store.db, here);
    expect(kept.map(({ repo, number }) => [repo, number])).toEqual([
      ["octo/shop", 7],
      ["octo/shop", 9],
    ]);
    expect(kept[0]?.decisions.dismissals).toMatchObject([{ kind: "false-positive", by: "max" }]);
    expect(await keptPullsIn(store.db, { installation: "2", key: "10" })).toHaveLength(1);
    expect(await keptPullsIn(store.db, { installation: "3", key: "10" })).toEqual([]);
  });

  test.each([
    ["another file", { finding: { path: "src/other.js" } }],
    ["a file whose name only begins alike", { finding: { path: "src/db/pool.jsx" } }],
    ["a P0", { finding: { severity: "P0" } }],
    ["what was a P0 when it was dismissed", { dismissal: { severity: "P0" } }],
    ["security", { finding: { category: "security" } }],
    ["a dismissal without a reason", { dismissal: { why: " " } }],
    ["a duplicate", { dismissal: { kind: "duplicate" } }],
    ["what only the author of the change dismissed", { dismissal: { mayUnblock: false } }],
    ["what only the author argued away", { dismissal: { kind: "withdrawn", mayUnblock: false } }],
  ] satisfies readonly (readonly [string, Told])[])("%s is not remembered", async (_name, told) => {
    await decided(told);
    expect(await rememberedIn(store.db, here, paths, webUrl)).toEqual([]);
  });

  test.each([
    "'; drop table pr_debate.subjects; --",
    '"src/db/pool.js" or',
    "a & !b | (c",
    "\\",
    "src/db/po\u0000ol.js",
  ])("a hostile path %j finds nothing and breaks nothing", async (path) => {
    await decided();
    expect(await rememberedIn(store.db, here, [path], webUrl)).toEqual([]);
    expect(await rememberedIn(store.db, here, [path, ...paths], webUrl)).toHaveLength(1);
  });

  test("it is forgotten with the installation, with the repository, and after its days", async () => {
    const forget = [
      () => purgeInstallation(store, "1"),
      () => purgeRepository(store, here),
      () => purgeOld(store, new Date(Date.now() + (retentionDays.subjects + 1) * 86_400_000)),
    ];
    for (const purge of forget) {
      await decided();
      expect(await rememberedIn(store.db, here, paths, webUrl)).toHaveLength(1);
      await purge();
      expect(await rememberedIn(store.db, here, paths, webUrl)).toEqual([]);
    }
  });
});
