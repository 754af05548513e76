import { afterEach, expect } from "vitest";
import type { ModelServer } from "./model-server.ts";
import type { Scenario } from "./scenario.ts";

/** After each test of a file, what it started is closed; models may be shut already, or never have been. GitHub was asked for nothing that it forbids. */
export function closeAfterEach(
  started: () => { readonly scenario: Scenario; readonly models: ModelServer | undefined },
): void {
  afterEach(async () => {
    const { scenario, models } = started();
    await scenario.close();
    await models?.close();
    expect(scenario.github.violations).toEqual([]);
  });
}
