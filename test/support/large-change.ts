import { goodLead } from "./lead-script.ts";
import { type ModelCall, type ModelServer, startModelServer } from "./model-server.ts";
import { replyTo } from "./scenario.ts";

export const linesOfFile = 150;

/** Five folders with equal files; each line is unique in its file. */
export function largeChange(lines: number): Record<string, string> {
  const files = Array.from({ length: Math.ceil(lines / linesOfFile) }, (_, file) => {
    const rows = Array.from({ length: linesOfFile }, (_, line) => lineOf(file, line));
    return [`src/part${file % 5}/module${file}.ts`, `${rows.join("\n")}\n`] as const;
  });
  return Object.fromEntries(files);
}

export function lineOf(file: number, line: number): string {
  return `export const total${line} = price(items, rate${file}, ${line}) + shipping(order, ${line}, zone);`;
}

/** The place and the title of the P0 that one seat raises in a large change. */
export const contested = { path: "src/part3/module3.ts", title: "Orders of 7 items are charged twice" };

const raised = {
  ...contested,
  severity: "P0",
  category: "correctness",
  detail: "price() already includes shipping, so the customer pays it twice.",
  line: 8,
  quote: lineOf(3, 7),
  failurePath: "an order of 7 items → total7 → shipping is added twice",
  fix: "Leave shipping() out.",
};

/**
 * The first seat that reads the place raises a P0. All others dispute it and rule against it in every stage, but only one of them cites code, and a
 * P0 goes only when two do. A lead splits the change by folders.
 */
export async function startDisputing(): Promise<ModelServer> {
  let raiser: string | null = null;
  const finds = ({ seat }: ModelCall, batch: string): object[] => {
    if (!batch.includes(raised.quote)) return [];
    raiser ??= seat;
    return seat === raiser ? [raised] : [];
  };
  const code = ({ seat }: ModelCall): object[] =>
    seat === (raiser === "two" ? "three" : "two") ? [{ path: raised.path, quote: raised.quote }] : [];
  const disputed = (call: ModelCall) =>
    call.items.map(({ id }) => ({
      id,
      verdict: "dispute",
      reason: "The price is without shipping.",
      evidence: code(call),
    }));
  return startModelServer((call) => {
    const isRaiser = call.seat === raiser;
    if (call.stage === "lead") return goodLead(call);
    if (call.stage === "propose") return { ...replyTo(call, (batch) => finds(call, batch)), checks: disputed(call) };
    if (call.stage === "ballot" && !isRaiser) return { votes: disputed(call), missed: [] };
    if (call.stage === "refute")
      return { argument: "The price is without shipping.", concede: false, evidence: code(call) };
    if (call.stage === "judge")
      return { ruling: "refuted", reason: "No shipping is in the price.", evidence: code(call) };
    return replyTo(call, () => []);
  });
}
