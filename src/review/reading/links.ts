import { posix } from "node:path";
import type { ChangedFile } from "../../domain/change.ts";
import type { RawChange } from "../../domain/ports.ts";

/** Ends the detail of a file that no seat can read with a link, so that a person can look at it, where an address is known. */
export function withLink(file: ChangedFile, raw: RawChange, gitmodules: string): ChangedFile {
  const { unreadable } = file;
  if (unreadable === undefined) return file;
  const link = unreadable.what === "submodule" ? moduleLink(file, raw, gitmodules) : fileLink(file, raw);
  if (link === null) return file;
  return { ...file, unreadable: { ...unreadable, detail: `${unreadable.detail}, ${link}` } };
}

function fileLink({ path }: ChangedFile, { web, head }: RawChange): string | null {
  return web === undefined ? null : `${web}/blob/${head.sha}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

function moduleLink({ path, previousPath = path, unreadable }: ChangedFile, raw: RawChange, gitmodules: string) {
  const page = pageOf(urlsIn(gitmodules).get(previousPath) ?? "", raw);
  const [old, now] = unreadable?.detail.match(/\b[0-9a-f]{40,64}\b/g) ?? [];
  if (page === null || old === undefined) return null;
  return now === undefined ? `${page}/commit/${old}` : `${page}/compare/${old}...${now}`;
}

/** The addresses of submodules by path. Keys in other cases and quoted values are as valid as git writes them. */
function urlsIn(gitmodules: string): ReadonlyMap<string, string> {
  const sections = gitmodules.split(/^\s*\[/m).slice(1);
  return new Map(
    sections.map((section): [string, string] => [settingIn(section, "path") ?? "", settingIn(section, "url") ?? ""]),
  );
}

function settingIn(section: string, key: string): string | undefined {
  const line = section.split("\n").find((one) => one.split("=", 1)[0]?.trim().toLowerCase() === key);
  return line
    ?.slice(line.indexOf("=") + 1)
    .trim()
    .replace(/^"(.*)"$/, "$1");
}

/** The page of a repository on GitHub or on the change's own server; null for any other address. A relative one is beside the change's own. */
function pageOf(url: string, { web }: RawChange): string | null {
  const relative = /^\.\.?\//.test(url) && web !== undefined ? new URL(web) : null;
  const whole = relative === null ? url : `${relative.origin}${posix.join(relative.pathname, url)}`;
  const found =
    /^(?:(?:https?|ssh|git):\/\/(?:[^/@]*@)?|git@)(?<host>[\w.-]+)(?::\d+)?[:/](?<name>[\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/i.exec(
      whole,
    )?.groups;
  const host = found?.["host"]?.toLowerCase();
  const own = web === undefined ? null : new URL(web);
  if (host === "github.com") return `https://github.com/${found?.["name"]}`;
  return host !== undefined && host === own?.hostname ? `${own.origin}/${found?.["name"]}` : null;
}
