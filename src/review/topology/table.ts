import type { TopologyName } from "../../domain/known-names.ts";
import { parallel, type Topology } from "../propose/propose.ts";
import { hierarchical } from "./hierarchical.ts";
import { sequential } from "./sequential.ts";

/** Every topology by its name. A new one is a file, a row here and a name in `domain/known-names.ts`. */
export const topologyTable: Readonly<Record<TopologyName, Topology>> = {
  parallel,
  sequential,
  hierarchical,
  /** Every seat proposes alone. Then the seats vote until their positions stop moving. */
  consensus: { ...parallel, name: "consensus", votesUntilStill: true },
};
