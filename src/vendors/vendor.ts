/** What the process was started with; the layer never reads `process.env` itself. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where a model answers over HTTP, made from the environment only. `name` is shown to users, `url` null means the vendor's own address.
 * `settings` are the names of the variables that a message can point at. `headers` go with every request; null takes one away.
 */
export interface HttpEndpoint {
  readonly name: string;
  readonly model: string;
  readonly url: string | null;
  readonly key: string | null;
  readonly settings: { readonly key: string; readonly url: string };
  readonly headers: Readonly<Record<string, string | null>>;
  readonly timeoutMs: number;
}

/** A program that reads the prompt on stdin and prints the answer. `environment` is all that it gets to see of ours. */
export interface CommandEndpoint {
  readonly name: string;
  readonly argv: readonly string[];
  readonly environment: Environment;
  /** The variable that defines it, or the preset's name. */
  readonly setting: string;
  readonly timeoutMs: number;
}

/** Node's own `fetch` gives up on a silent server after 300 s, with a worse message. */
export const httpTimeoutMs = 290_000;
/** A CLI agent thinks, and starts slowly. */
export const commandTimeoutMs = 600_000;
