import { ReviewError } from "../../domain/errors.ts";
import { redact } from "../../text/redact.ts";
import { type HttpEndpoint, readVariable, type Vendor, type VendorEnvironment } from "./vendor.ts";

/**
 * Azure's addresses of single deployments, with `api-version` in the query. One that names no deployment gets that of the model, as Azure's own
 * SDK does it.
 */
export function placed(address: string | null, model: string): Pick<HttpEndpoint, "url" | "apiVersion"> {
  const [url = "", query] = address?.split("?") ?? [];
  if (address === null || query === undefined) return { url: address, apiVersion: null };
  const apiVersion = new URLSearchParams(query).get(versionParameter);
  const { pathname } = new URL(url);
  const namesDeployment = !/^(?:\/|\/openai)$/.test(pathname);
  const base = url.replace(/(?:\/openai)?\/*$/, "");
  return { url: namesDeployment ? url : `${base}/openai/deployments/${encodeURIComponent(model)}`, apiVersion };
}

const versionParameter = "api-version";

/** The address of a vendor or endpoint, null when its variable is not set. `notes` say what looks odd. Throws `ReviewError`. */
export function readAddress(
  { address, key, version }: Vendor,
  env: VendorEnvironment,
): { readonly url: string | null; readonly notes: readonly string[] } {
  const text = readVariable(env, address);
  if (text === null) return { url: null, notes: [] };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refused(address, text, "is not an http or https address", "Write for example https://api.example.com/v1.");
  const isAzure = !version.isAddedBySdk && [...url.searchParams.keys()].join() === versionParameter;
  const problem = problemOf(url, isAzure, key);
  if (problem !== null) throw refused(address, text, problem.what, problem.hint);
  const notes: string[] = [];
  if (url.protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)) {
    notes.push(`${address} is plain http: code and key travel unencrypted to ${url.host}.`);
  }
  const [path = ""] = text.split(/[?#]/);
  const base = path.replace(/\/+$/, "").replace(/\/(?:chat\/completions|messages)$/, "");
  if (version.isAddedBySdk)
    return { url: base.endsWith(version.path) ? base.slice(0, -version.path.length) : base, notes };
  if (isAzure) return { url: `${base}${url.search}`, notes };
  const wanted = /\.azure\.com$/.test(url.hostname) ? `/openai${version.path}` : version.path;
  if (url.pathname === "/") notes.push(`${address} has no path; most servers want ${base}${wanted}.`);
  return { url: base, notes };
}

function problemOf(url: URL, isAzure: boolean, key: string): { readonly what: string; readonly hint: string } | null {
  if (url.username !== "" || url.password !== "" || (url.search !== "" && !isAzure))
    return {
      what: "holds a login or a query",
      hint: `Put the key into ${key}. Only Azure's api-version may stand in a query.`,
    };
  if (/\/openai\/deployments\//.test(url.pathname) && !isAzure)
    return {
      what: "names a deployment of Azure without api-version",
      hint: "Append ?api-version=2024-10-21, or write https://your-resource.openai.azure.com/openai/v1.",
    };
  return null;
}

function refused(address: string, text: string, what: string, hint: string): ReviewError {
  return new ReviewError(`${address} ${what}: ${redact(text, [])}`, hint);
}
