import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A stand-in for a CLI agent: an executable script `name` in `folder`. `source` is the body of an async JavaScript function with `prompt` (all
 * of stdin) and `argv` in scope; what it returns is printed. Returns the path.
 */
export async function commandAgent(folder: string, name: string, source: string): Promise<string> {
  const path = join(folder, name);
  const script = `#!${process.execPath}
let prompt = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (part) => { prompt += part; });
process.stdin.on("end", async () => {
  const argv = process.argv.slice(2);
  const answer = await (async () => {${source}})();
  if (answer !== undefined) process.stdout.write(typeof answer === "string" ? answer : JSON.stringify(answer));
});
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}
