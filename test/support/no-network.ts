import { BlockList, isIPv4, isIPv6, Socket } from "node:net";

/**
 * Setup file of every test: a connection to anywhere but this machine throws. `fetch`, `node:http(s)`, `node:tls` and the
 * SDKs all end in `Socket.prototype.connect`. Child processes are not covered.
 */
export function forbidNetwork(): void {
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function guarded(this: Socket, ...parameters: unknown[]): Socket {
    const target = targetOf(parameters);
    if (!isLocal(target)) throw new Error(`test tried to reach ${target}: tests may only connect to this machine`);
    return Reflect.apply(connect, this, parameters);
  };
}

/** Host of a `connect` call, or `unix:<path>`. Node's own callers pass the normalised `[options, callback]` as one array. */
export function targetOf(parameters: readonly unknown[]): string {
  const first: unknown = Array.isArray(parameters[0]) ? parameters[0][0] : parameters[0];
  // An HTTP client names `path: null` or `path: undefined` when it means a TCP connection.
  if (isOptions(first)) return typeof first.path === "string" ? `unix:${first.path}` : (first.host ?? "localhost");
  if (typeof first === "string" && !/^\d+$/.test(first)) return `unix:${first}`;
  return typeof parameters[1] === "string" ? parameters[1] : "localhost";
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

export function isLocal(target: string): boolean {
  if (target.startsWith("unix:") || target === "localhost") return true;
  if (isIPv4(target)) return loopback.check(target, "ipv4");
  return isIPv6(target) && loopback.check(target, "ipv6");
}

function isOptions(value: unknown): value is { path?: unknown; host?: string } {
  return typeof value === "object" && value !== null;
}

forbidNetwork();
