import { parallel } from "./parallel.ts";
import type { Topology } from "./topology.ts";

/** Every seat proposes alone. Then the seats vote until their positions stop moving. */
export const consensus: Topology = { ...parallel, name: "consensus", votesUntilStill: true };
