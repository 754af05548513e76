import { ReviewError } from "../../domain/errors.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly appPackages: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The sentence for a package of the App that is not installed, with the command that installs all of them; null for another error. */
export function missingPackage(error: unknown, manifest: Manifest): ReviewError | null {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return null;
  const name = /package '(?<name>[^']+)'/.exec(error.message)?.groups?.["name"] ?? "";
  const { appPackages, devDependencies } = manifest;
  if (!appPackages.some((one) => name === one || name.startsWith(`${one}/`))) return null;
  const wanted = [manifest, ...appPackages.map((one) => ({ name: one, version: devDependencies[one] ?? "latest" }))];
  const listed = wanted.map((one) => `${one.name}@${one.version}`).join(" ");
  return new ReviewError(
    `The GitHub App needs packages that are not installed, such as ${name}: the command comes without them.`,
    `Install them beside it: npm install --global ${listed}`,
  );
}
