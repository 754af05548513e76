import { expect, test } from "vitest";
import { acceptDeliveries } from "../../src/server/accept.ts";
import { queues } from "../../src/server/queue.ts";
import { readWebhook } from "../../src/server/requests.ts";
import { groundOf, openStore, storeKinds } from "../support/stores.ts";

const where = { installation: { id: 7 }, repository: { id: 9, full_name: "octo/app" } };
const sha = (digit: string): string => digit.repeat(40);
const at = "2026-11-20T10:00:00Z";
const wild = "a\u0000b\ud83d c";

const reply = (body: string, login = "ann") => ({
  action: "created",
  pull_request: { number: 3 },
  comment: { id: 5, body, created_at: at, updated_at: at, in_reply_to_id: 4, user: { login, type: "User" } },
  ...where,
});
const button = {
  action: "requested_action",
  check_run: { head_sha: sha("a"), external_id: wild, app: { id: 42 } },
  requested_action: { identifier: "re-review" },
  sender: { login: wild, type: "User" },
  ...where,
};
const group = { head_sha: sha("a"), base_sha: sha("b"), head_ref: wild };

test.each(storeKinds)("on %s stores a webhook whose text a database refuses", async (kind) => {
  const store = await openStore(await groundOf(kind));
  const webhooks: readonly (readonly [event: string, payload: object])[] = [
    ["pull_request_review_comment", reply(wild)],
    ["pull_request_review_comment", reply("No.", wild)],
    ["pull_request_review_comment", reply(`${"x ".repeat(1_999)}x😀 and more`)],
    ["pull_request_review_comment", reply(`${"x".repeat(3_999)}😀 and more`)],
    ["check_run", button],
    ["merge_group", { action: "checks_requested", merge_group: group, ...where }],
  ];
  for (const [index, [event, payload]] of webhooks.entries()) {
    const reading = readWebhook(event, payload, "42");
    if (reading.kind !== "requests") throw new Error(`it was ${reading.kind}`);
    const { requests, installation, action } = reading;
    const delivery = { content: String(index), guid: String(index), event, action, installation, requests };
    expect(await acceptDeliveries([delivery], { ...store, quietSeconds: 0 })).toEqual([true]);
  }
  const jobs = [queues.event, queues.long].map((name) => store.boss.findJobs(name, {}));
  expect((await Promise.all(jobs)).flat()).toHaveLength(webhooks.length - 1);
  expect(await store.boss.findJobs(queues.review, {})).toHaveLength(1);
  await store.close();
});
