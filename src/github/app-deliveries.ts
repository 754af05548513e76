import { z } from "zod";
import { once } from "./ambiguous.ts";
import type { GitHub } from "./client.ts";
import { read } from "./pull-request.ts";

const Delivery = z.object({
  id: z.number().int(),
  guid: z.string(),
  delivered_at: z.string(),
  status_code: z.number().int(),
});
const mostPages = 20;
/** A webhook that fails this often fails for a reason that trying does not mend. */
const mostAttempts = 5;

/** The App's webhooks since then that no attempt brought here, newest attempt of each; for GitHub's list, see "App webhooks" of its REST docs. */
export async function failedDeliveries(
  app: GitHub,
  since: Date,
  signal: AbortSignal,
): Promise<{ readonly id: number; readonly guid: string }[]> {
  const attempts = new Map<string, { id: number; count: number; isDone: boolean }>();
  for await (const { id, guid, status_code: status } of deliveriesSince(app, since, signal)) {
    const known = attempts.get(guid);
    const isDone = (status >= 200 && status < 300) || known?.isDone === true;
    attempts.set(guid, { id: known?.id ?? id, count: (known?.count ?? 0) + 1, isDone });
  }
  return [...attempts].flatMap(([guid, { id, count, isDone }]) =>
    isDone || count >= mostAttempts ? [] : [{ id, guid }],
  );
}

/** Newest first. */
async function* deliveriesSince(
  app: GitHub,
  since: Date,
  signal: AbortSignal,
): AsyncGenerator<z.infer<typeof Delivery>> {
  const route = "GET /app/hook/deliveries";
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data, headers } = await app.request(route, {
      per_page: 100,
      ...(cursor === undefined ? {} : { cursor }),
      request: { signal },
    });
    for (const delivery of read(z.array(Delivery), data, route)) {
      if (new Date(delivery.delivered_at) < since) return;
      yield delivery;
    }
    cursor = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? "")?.[1];
    if (cursor === undefined) return;
    cursor = decodeURIComponent(cursor);
  }
}

export async function redeliver(app: GitHub, id: number, signal: AbortSignal): Promise<void> {
  await app.request("POST /app/hook/deliveries/{delivery_id}/attempts", { delivery_id: id, request: once(signal) });
}
