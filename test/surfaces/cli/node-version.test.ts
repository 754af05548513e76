import { expect, test } from "vitest";
import { unsupportedNode } from "../../../src/surfaces/cli/node-version.ts";

test.each(["22.0.0", "22.23.3", "24.21.0", "26.10.0", "100.0.0"])("Node %s runs the program", (version) => {
  expect(unsupportedNode(version)).toBeNull();
});

test.each(["21.7.3", "20.20.2", "14.21.3", "8.0.0"])("on Node %s the sentence names the needed version", (version) => {
  expect(unsupportedNode(version)).toContain(`this is Node ${version}, and Node 22 or newer is needed`);
});
