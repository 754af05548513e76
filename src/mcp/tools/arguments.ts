import { z } from "zod";
import { platforms } from "../../domain/change.ts";
import { topologies } from "../../domain/known-names.ts";

/** Arguments that several tools share. */
export const path = z
  .string()
  .optional()
  .describe(
    "The folder of the repository, if it is not the client's. It must be inside a folder that the server may read.",
  );

export const agents = z
  .array(z.string())
  .min(1)
  .max(16)
  .optional()
  .describe("Names from list_agents, or entries such as name=provider:model@persona. Left out: the default panel.");

export const platform = z
  .enum(platforms)
  .optional()
  .describe("The platform whose rules apply; detected from the files if it is left out.");

export const rounds = z.number().int().min(1).max(5).optional().describe("The maximum number of rounds of the debate.");

export const topology = z
  .enum(topologies)
  .optional()
  .describe("How the seats of a review work together. Left out: as the settings say. Effort low is always parallel.");

export const planTopology = z
  .enum(topologies)
  .optional()
  .describe(
    "How the seats work together: alone, one after the other with checks of the earlier ones, on the tasks of a lead, or by voting until no vote changes. Left out: as the settings say.",
  );
