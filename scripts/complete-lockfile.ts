import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";

const Entry = z.object({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  license: z.string().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
/** Entries keep all their fields, so that writing changes only the added ones. */
const Lockfile = z.looseObject({ packages: z.record(z.string(), z.record(z.string(), z.unknown())) });
export type Packages = z.infer<typeof Lockfile>["packages"];

/**
 * The lock entries that npm left out because its registry lacked a package for another platform. Without them `npm ci` refuses the
 * lockfile ("Missing: … from lock file"), here and on that platform. They have no integrity, because npm fetched no package.
 */
export function missingEntries(packages: Packages): Packages {
  const wanted = Object.entries(packages).flatMap(([parent, raw]) => {
    const { dev, license, optionalDependencies = {} } = Entry.parse(raw);
    return Object.entries(optionalDependencies).map(([name, version]) => ({ parent, dev, license, name, version }));
  });
  const missing: Packages = {};
  for (const { parent, dev, license, name, version } of wanted) {
    const platform = platformOf(name);
    const found = places(parent, name).find((place) => packages[place] !== undefined);
    if (platform === null || (found !== undefined && packages[found]?.["version"] === version)) continue;
    const { cpu, libc, os } = platform;
    const place = found === undefined ? `node_modules/${name}` : `${parent}/node_modules/${name}`;
    missing[place] = { version, cpu, dev, libc, license, optional: true, os };
  }
  return missing;
}

/** The paths where Node looks for a dependency of the package at `parent`, nearest first. */
function places(parent: string, name: string): string[] {
  const outer = parent.lastIndexOf("node_modules/");
  const here = `${parent === "" ? "" : `${parent}/`}node_modules/${name}`;
  return parent === "" ? [here] : [here, ...places(parent.slice(0, Math.max(outer - 1, 0)), name)];
}

interface Platform {
  readonly cpu: readonly string[];
  readonly libc?: readonly string[];
  readonly os?: readonly string[];
}

/** The platform in the name of a native package: `…-linux-arm-gnueabihf`, `…-win32-x64-msvc`, `…-wasm32-wasi`; null for other names. */
function platformOf(name: string): Platform | null {
  if (name.endsWith("-wasm32-wasi")) return { cpu: ["wasm32"] };
  const match =
    /-(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>[a-z]+\d*[a-z]*)(?:-(?<abi>[a-z]+))?$/.exec(name);
  const { os, cpu, abi } = match?.groups ?? {};
  if (os === undefined || cpu === undefined) return null;
  const libc = abi?.startsWith("musl") ? "musl" : "glibc";
  return { cpu: [cpu], os: [os], ...(os === "linux" ? { libc: [libc] } : {}) };
}

if (process.argv[1] === import.meta.filename) {
  const content = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile("package-lock.json", "utf8")));
  const { packages } = Lockfile.parse(content);
  const missing = missingEntries(packages);
  const entries = Object.entries({ ...packages, ...missing });
  entries.sort(([left], [right]) => left.localeCompare(right, "en"));
  const completed = { ...content, packages: Object.fromEntries(entries) };
  await writeFile("package-lock.json", `${JSON.stringify(completed, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} entries added to package-lock.json`);
}
