import { createReadStream } from "node:fs";
import { causedBy } from "../domain/errors.ts";

/** Far above what settings may have; a device or a wrong file is not read to its end. */
const mostBytes = 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** The text of a settings file that the command line names. `what` is how a message calls it. */
export async function readSettingsFile(file: string, what: string, hint: string): Promise<string> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(file, { end: mostBytes - 1 })) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = Object.hasOwn(reasons, code) ? new Error(reasons[code], { cause: error }) : error;
    throw causedBy(reason, `${what} cannot be read`, hint);
  }
}
