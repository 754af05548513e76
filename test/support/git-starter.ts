import { spawn, spawnSync } from "node:child_process";
import { createReadStream, existsSync, openSync, writeSync } from "node:fs";
import { z } from "zod";
import { frame, framesIn } from "./frames.ts";

/**
 * The process that starts git for the tests of one worker (`small-process.ts`). A fork of this small process takes a millisecond, a fork of a
 * worker with 500 MB twenty. Commands that run beside other work come as frames on standard input. Commands that the worker waits for come as
 * lines on the first named pipe, and their results go to the second.
 */
const Start = z.object({
  arguments: z.array(z.string()),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string()),
});
const [, , asked = "", answers = ""] = process.argv;
const running = new Map<number, ReturnType<typeof spawn>>();

function start(id: number, payload: Buffer): void {
  const { arguments: words, cwd, env } = Start.parse(JSON.parse(payload.toString("utf8")));
  const child = spawn("git", words, { cwd, env });
  running.set(id, child);
  const send = (kind: string, content: Buffer | string = ""): void =>
    void process.stdout.write(frame(kind, id, content));
  child.stdout.on("data", (chunk: Buffer) => send("o", chunk));
  child.stderr.on("data", (chunk: Buffer) => send("e", chunk));
  child.stdin.on("error", () => send("p"));
  child.on("error", (error) => send("f", JSON.stringify({ ...error, message: error.message })));
  child.on("close", (code, signal) => {
    running.delete(id);
    send("x", JSON.stringify({ code, signal }));
  });
}

/** A process that git started may keep the pipes open. */
function kill(child: ReturnType<typeof spawn> | undefined): void {
  child?.kill("SIGKILL");
  child?.stdout?.destroy();
  child?.stderr?.destroy();
}

const read = framesIn((kind, id, payload) => {
  if (kind === "s") start(id, payload);
  else if (kind === "i") running.get(id)?.stdin?.write(payload);
  else if (kind === "I") running.get(id)?.stdin?.end();
  else kill(running.get(id));
});
// The thread that waits at the named pipe would hold an exit up for ever.
process.stdin.on("data", read).on("end", () => process.kill(process.pid, "SIGKILL"));

// A worker may have ended already, and its pipes are gone.
if (!existsSync(answers)) process.exit(0);
const answer = openSync(answers, "r+");
let line = "";
createReadStream(asked, { flags: "r+", encoding: "utf8" }).on("data", (text) => {
  line += text;
  if (!line.endsWith("\n")) return;
  const { arguments: words, cwd, env } = Start.parse(JSON.parse(line));
  line = "";
  const { status, stdout, stderr, error } = spawnSync("git", words, { cwd, env, maxBuffer: 2 ** 30 });
  // There is no output where git could not be started.
  const texts = error === undefined ? { stdout: stdout.toString("base64"), stderr: stderr.toString("utf8") } : null;
  const result = Buffer.from(JSON.stringify({ status, ...(texts ?? { stdout: "", stderr: error?.message }) }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(result.length);
  for (let part = Buffer.concat([size, result]); part.length > 0; ) part = part.subarray(writeSync(answer, part));
});
