import { context } from "@actions/github";

/** The event as the runner hands it over. The package reads the environment and the event's file on import. */
export const eventName: string = context.eventName ?? "";
export const payload: Readonly<Record<string, unknown>> = context.payload;
