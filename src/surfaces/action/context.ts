import { context } from "@actions/github";

/** The event as the runner hands it over. The name is missing where the environment has none. */
export interface GivenEvent {
  readonly eventName?: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The package reads the environment and the event's file when a context is made; its own is made on import, which is once in a process. */
export function readContext(): GivenEvent {
  return Reflect.construct(context.constructor, []);
}
