import packageJson from "../../../package.json" with { type: "json" };
import { runAction } from "./run.ts";

const interruption = new AbortController();
const interrupt = (): void => interruption.abort(new Error("interrupted"));
process.once("SIGINT", interrupt);
process.once("SIGTERM", interrupt);
process.exitCode = await runAction(process.env, packageJson.version, interruption.signal);
