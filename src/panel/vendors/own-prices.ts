import { z } from "zod";
import { ReviewError } from "../../domain/errors.ts";
import { parseJson, readVariable, type VendorEnvironment } from "./vendor.ts";

const perMillion = z.number().nonnegative().finite();
const Prices = z.record(z.string(), z.tuple([perMillion, perMillion], perMillion));
export type OwnPrices = z.infer<typeof Prices>;

/** `PR_DEBATE_PRICES`: a JSON mapping of models to [input, output] or [input, output, cached input], in US dollars per million tokens. Throws `ReviewError`. */
export function readPrices(env: VendorEnvironment): OwnPrices {
  const text = readVariable(env, "PR_DEBATE_PRICES");
  if (text === null) return {};
  const { data } = Prices.safeParse(parseJson(text));
  if (data !== undefined) return data;
  throw new ReviewError(
    `PR_DEBATE_PRICES is ${text.slice(0, 100)}, which is not a JSON mapping of models to prices.`,
    'Write {"my-model": [0.5, 1.5]}: US dollars per million tokens of input and output, and of cached input as a third.',
  );
}
