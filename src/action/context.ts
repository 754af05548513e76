import { context } from "@actions/github";

/** The package's type says that the name is always present, but it is missing where the environment has none. */
const given: { readonly eventName?: string } = context;

/** The event as the runner hands it over. The package reads the environment and the event's file on import. */
export const eventName = given.eventName ?? "";
export const payload: Readonly<Record<string, unknown>> = context.payload;
