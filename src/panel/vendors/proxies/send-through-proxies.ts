import { request as askHttp, type RequestOptions } from "node:http";
import { request as askHttps } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { z } from "zod";
import { ReviewError } from "../../../domain/errors.ts";
import type { VendorEnvironment } from "../vendor.ts";
import { proxyFor, type UsedProxy } from "./proxy.ts";

type Connect = (
  target: { readonly hostname: string; readonly port: string; readonly protocol: string; readonly servername?: string },
  done: (error: Error | null, socket: Socket | null) => void,
) => void;

/** What undici's own `ProxyAgent` builds on too. Node does not export its classes, and a second undici would be a tenth of the program. */
interface Dispatcher {
  dispatch(sent: Sent, handler: unknown): boolean;
  readonly constructor: new (options: { readonly connect: Connect }) => Dispatcher;
}

interface Sent {
  readonly origin: string | URL;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | readonly string[] | null;
}

/** Where every version of undici, Node's own too, keeps the object that `fetch` sends its requests with. */
const slot = Symbol.for("undici.globalDispatcher.1");
const NodeDispatcher = z.custom<Dispatcher>(
  (value) => z.object({ dispatch: z.function() }).safeParse({ dispatch: Object(value).dispatch }).success,
);

/** `proxies` names those of the environment, for a message. */
export function sendThroughProxies(env: VendorEnvironment, proxies: string): void {
  // Loads Node's HTTP client, which then fills the slot.
  new Headers();
  const { data: direct } = NodeDispatcher.safeParse(Reflect.get(globalThis, slot));
  if (direct === undefined)
    throw new ReviewError(
      `Node ${process.version} gives no way to use the proxy of the environment: ${proxies}.`,
      "Use Node 22 or 24.",
    );
  const tunnels = new Map<string, Dispatcher>();
  const tunnelOf = (proxy: UsedProxy, url: URL): Dispatcher => {
    const known = tunnels.get(url.href) ?? new direct.constructor({ connect: tunnelThrough(proxy, url) });
    tunnels.set(url.href, known);
    return known;
  };
  Reflect.set(globalThis, slot, {
    dispatch(sent: Sent, handler: unknown): boolean {
      const proxy = proxyFor(sent.origin, env);
      if (proxy === null) return direct.dispatch(sent, handler);
      if (proxy.url === null) throw unusable(proxy);
      // As curl does it: only https is tunnelled.
      return new URL(sent.origin).protocol === "https:"
        ? tunnelOf(proxy, proxy.url).dispatch(sent, handler)
        : direct.dispatch(throughProxy(sent, proxy.url), namingRefusal(handler));
    },
  });
}

function unusable({ variable, address }: UsedProxy): Error {
  const code = "a proxy that is neither http nor https";
  return Object.assign(new Error(`${variable} names ${address}`), { code });
}

function loginOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "") return {};
  const login = [username, password].map(decodeURIComponent).join(":");
  return { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` };
}

/** A request of plain http as a proxy takes it: with the whole address. */
function throughProxy({ origin, path, headers, ...rest }: Sent, proxy: URL): Sent {
  const more = { host: new URL(origin).host, ...loginOf(proxy) };
  const all = isFlat(headers) ? [...headers, ...Object.entries(more).flat()] : { ...headers, ...more };
  return { ...rest, origin: proxy.origin, path: `${new URL(origin).origin}${path}`, headers: all };
}

/** `fetch` hides that a proxy asks for a login (407): it fails without a reason. */
function namingRefusal(handler: unknown): object {
  const own = Object(handler);
  const onHeaders = own.onHeaders;
  own.onHeaders = (status: number, ...rest: readonly unknown[]): unknown => {
    if (status === 407) throw new Error("Proxy authentication required");
    return Reflect.apply(onHeaders, own, [status, ...rest]);
  };
  return own;
}

function isFlat(headers: Sent["headers"]): headers is readonly string[] {
  return Array.isArray(headers);
}

function tunnelThrough(proxy: UsedProxy, url: URL): Connect {
  return ({ hostname, port, servername }, done) => {
    const target = `${hostname}:${port || "443"}`;
    const options: RequestOptions = {
      ...{ method: "CONNECT", path: target, agent: false, timeout: 30_000 },
      headers: { host: target, ...loginOf(url) },
    };
    const asked = url.protocol === "https:" ? askHttps(url, options) : askHttp(url, options);
    asked.once("connect", ({ statusCode = 0 }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return done(new Error(`Proxy response (${statusCode}) of ${proxy.address}`), null);
      }
      const secured = connectTls({ socket, servername: servername || hostname, ALPNProtocols: ["http/1.1"] });
      secured.once("secureConnect", () => done(null, secured.removeListener("error", fail)));
      const fail = (error: Error): void => done(error, null);
      secured.once("error", fail);
    });
    asked.once("timeout", () => asked.destroy(new Error("the proxy does not answer")));
    asked.once("error", (error) => done(error, null));
    asked.end();
  };
}
