import type { TopologyName } from "../../domain/known-names.ts";
import { consensus } from "./consensus.ts";
import { hierarchical } from "./hierarchical.ts";
import { parallel } from "./parallel.ts";
import { sequential } from "./sequential.ts";
import type { Topology } from "./topology.ts";

/** Every topology by its name. A new one is a file, a row here and a name in `domain/known-names.ts`. */
export const topologyTable: Readonly<Record<TopologyName, Topology>> = {
  parallel,
  sequential,
  hierarchical,
  consensus,
};
