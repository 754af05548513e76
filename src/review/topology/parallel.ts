import { proposeFindings } from "../propose/propose.ts";
import type { Topology } from "./topology.ts";

/** Every seat reads every batch alone. */
export const parallel: Topology = {
  name: "parallel",
  reads: "each on its own",
  propose: async (seats, input, context) => ({
    proposed: await proposeFindings(seats, input, input.views, context),
    views: input.views,
    notes: [],
  }),
};
