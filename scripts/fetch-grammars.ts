import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import manifest from "../grammars/package.json" with { type: "json" };
import { mitNotice } from "./licenses.ts";

/**
 * Writes `grammars/`: of the packages in its package.json, in the versions there, the WebAssembly files, their checksums and the notices of the
 * licences. The packages themselves are large, so they are not installed. `--check` writes nothing, says what differs, and exits with 1.
 */
const { check } = parseArgs({ options: { check: { type: "boolean" } } }).values;
const folder = join(import.meta.dirname, "../grammars");
const packages = mkdtempSync(join(tmpdir(), "grammars-"));
try {
  for (const [name, version] of Object.entries(manifest.dependencies)) unpack(name, version);
  const grammars = Object.entries(manifest.grammars).map(([language, { file }]) => {
    const content = readFileSync(join(packages, file));
    keep(`${language}.wasm`, content);
    return [language, { file, sha256: createHash("sha256").update(content).digest("hex") }] as const;
  });
  const notices = Object.keys(manifest.dependencies).map((name) => {
    return [name, mitNotice(readFileSync(join(packages, name, "LICENSE"), "utf8"))] as const;
  });
  const pinned = { ...manifest, grammars: Object.fromEntries(grammars), notices: Object.fromEntries(notices) };
  keep("package.json", Buffer.from(`${JSON.stringify(pinned, null, 2)}\n`));
} finally {
  rmSync(packages, { recursive: true });
}

function unpack(name: string, version: string): void {
  const target = join(packages, name);
  mkdirSync(target, { recursive: true });
  const shell = process.platform === "win32";
  const tarball = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
    cwd: packages,
    encoding: "utf8",
    shell,
  });
  execFileSync("tar", ["-xzf", join(packages, tarball.trim()), "-C", target, "--strip-components=1"]);
}

function keep(name: string, content: Buffer): void {
  const path = join(folder, name);
  if (!check) writeFileSync(path, content);
  else if (!readFileSync(path).equals(content)) {
    console.error(`grammars/${name} is not what its package on npm gives`);
    process.exitCode = 1;
  }
}
