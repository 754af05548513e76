import { BlockList, isIP } from "node:net";
import { readVariable, type VendorEnvironment } from "../vendor.ts";

/** `address` is for people: without login. `url` null: this program cannot use a proxy of that kind. */
export interface UsedProxy {
  readonly variable: string;
  readonly address: string;
  readonly url: URL | null;
}

/** The variables that git and curl read for an address, the first that is set counts. */
const variables: Readonly<Record<string, readonly string[]>> = {
  "https:": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  "http:": ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"],
};
const exceptions = ["no_proxy", "NO_PROXY"];

/** The proxy on the way to an address; null: it is reached directly. */
export function proxyFor(address: string | URL, env: VendorEnvironment): UsedProxy | null {
  const target = new URL(address);
  const proxy = proxyOf(target.protocol, env);
  if (proxy === null) return null;
  const { value } = firstSet(exceptions, env) ?? { value: "" };
  return value.split(/[\s,]+/).some((entry) => isException(entry, target)) ? null : proxy;
}

function proxyOf(protocol: string, env: VendorEnvironment): UsedProxy | null {
  const set = firstSet(variables[protocol] ?? [], env);
  if (set === null) return null;
  const { name: variable, value } = set;
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === "") return { variable, address: "an address that cannot be read", url: null };
  return { variable, address: `${url.protocol}//${url.host}`, url: /^https?:$/.test(url.protocol) ? url : null };
}

function firstSet(names: readonly string[], env: VendorEnvironment): { name: string; value: string } | null {
  for (const name of names) {
    const value = readVariable(env, name);
    if (value !== null) return { name, value };
  }
  return null;
}

/** An entry of NO_PROXY: `*`, a host with all below it, an address, or a range of addresses; a port may follow. */
function isException(entry: string, target: URL): boolean {
  if (entry === "*") return true;
  const host = target.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (entry.includes("/")) return isInRange(host, entry);
  const { name = "", port } =
    /^\[?(?<name>[^\]]*?)\]?(?::(?<port>\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry)?.groups ?? {};
  const wanted = name
    .replace(/^\*?\./, "")
    .replace(/\.$/, "")
    .toLowerCase();
  const ownPort = target.port || (target.protocol === "https:" ? "443" : "80");
  if (wanted === "" || (port !== undefined && port !== ownPort)) return false;
  return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
}

function isInRange(host: string, range: string): boolean {
  const [network = "", bits = ""] = range.split("/");
  const family = isIP(host) === 6 ? "ipv6" : "ipv4";
  if (isIP(host) === 0 || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  const length = Number(bits);
  if (length > (family === "ipv6" ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, length, family);
  return list.check(host, family);
}

/** The proxies of this environment, for people, with the addresses that go past them; null where there is none. */
export function proxiesIn(
  env: VendorEnvironment,
): { readonly proxies: readonly UsedProxy[]; readonly text: string } | null {
  const found = ["https:", "http:"].flatMap((protocol) => {
    const proxy = proxyOf(protocol, env);
    return proxy === null ? [] : [{ protocol, proxy }];
  });
  if (found.length === 0) return null;
  const past = firstSet(exceptions, env);
  const parts = [
    ...found.map(({ protocol, proxy }) => `${protocol.slice(0, -1)} through ${proxy.address} (${proxy.variable})`),
    ...(past === null ? [] : [`past it: ${past.value} (${past.name})`]),
  ];
  return { proxies: found.map(({ proxy }) => proxy), text: parts.join(", ") };
}
