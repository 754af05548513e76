import { anthropic } from "./anthropic.ts";
import { openai } from "./openai.ts";
import type { Vendor } from "./vendor.ts";

/** The vendors, in the order in which they get default seats. To add one, write its file and add its row here. */
export const vendors: readonly Vendor[] = [anthropic, openai];

export const vendorNames: readonly string[] = vendors.map(({ name }) => name);
