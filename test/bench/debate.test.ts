import { expect, test } from "vitest";
import { runOrder, startServer } from "../../bench/debate-processes.ts";

test("in the debate of the bench, every seat answers and both contested findings are heard", async () => {
  const server = await startServer(0);
  try {
    const changes = [{ directories: 1, lines: 120, touched: null }];
    const [measured] = await runOrder(server, { changes, atOnce: 1, journal: null, preload: false });
    expect(measured?.reviews).toMatchObject([{ panel: "full", failures: [], hearings: 2 }]);
  } finally {
    server.close();
  }
});
