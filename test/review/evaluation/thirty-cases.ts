import type { ModelCall } from "../../support/model-server.ts";

/**
 * Thirty changes of one new file each. Cases 1 to 20 have a defect on line 2; 21 to 30 are clean. Which seat says what is a table, so that
 * the figures can be worked out by hand:
 *
 * | seat | finds the defect of | is wrong, on line 9, in |
 * | a | 1 to 14 | 15 to 18, 21 (P0), 22 |
 * | b | 11 to 17 | 23, 24 |
 *
 * The other seat disputes what is wrong, except in 21 and 23, and disputes the defect of 17 by mistake. Asked alone for the second time, a
 * also finds the defect of 18.
 */
const numbers = Array.from({ length: 30 }, (_, index) => index + 1);

const within = (from: number, to: number) => (number: number) => number >= from && number <= to;
const finds = { a: within(1, 14), b: within(11, 17) } as const;
const imagines = { a: [15, 16, 17, 18, 21, 22], b: [23, 24] } as const;
const keeps = [21, 23];

function patchOf(number: number): string {
  const lines = Array.from(
    { length: 12 },
    (_, index) => `+export const value${number}x${index + 1} = compute(${index});`,
  );
  return [`--- /dev/null`, `+++ b/src/case${number}.ts`, "@@ -0,0 +1,12 @@", ...lines, ""].join("\n");
}

export function caseLines(): string {
  return numbers.map((number) => JSON.stringify(caseOf(number))).join("\n");
}

function caseOf(number: number) {
  const path = `src/case${number}.ts`;
  const findings = number <= 20 ? [{ path, from: 2, to: 2, text: `The defect of case ${number}.` }] : [];
  return { id: `case-${number}`, patch: patchOf(number), findings };
}

/** Answers for two seats. The runs of a seat alone are told apart by how often it was asked to review a case. */
export function answersOf() {
  const asked = new Map<string, number>();
  return (call: ModelCall): object => {
    const number = Number(/src\/case(?<number>\d+)\.ts/.exec(call.batch)?.groups?.["number"]);
    const seat = call.model === "claude-opus-5-5" ? "a" : "b";
    const ids = call.items.map(({ id }) => id);
    switch (call.stage) {
      case "propose": {
        const times = (asked.get(`${seat}${number}`) ?? 0) + 1;
        asked.set(`${seat}${number}`, times);
        return { findings: proposalsOf(seat, number, times), residualRisks: [], openQuestions: [] };
      }
      case "ballot":
        return { votes: call.items.map((item) => voteOn(item, number)), missed: [] };
      case "compose":
        return { summary: "Read.", items: call.items.map(({ id, title, detail }) => ({ id, title, body: detail })) };
      case "validate":
        return { items: ids.map((id) => ({ id, verdict: "approve", reason: "Right." })) };
      default:
        // In a hearing, the seat that raised the finding gives it up.
        return {
          argument: "compute checks it.",
          concede: call.stage === "defend",
          evidence: [],
          ruling: "upheld",
          reason: "It checks.",
        };
    }
  };
}

function proposalsOf(seat: "a" | "b", number: number, times: number): object[] {
  const isFound = finds[seat](number) || (seat === "a" && number === 18 && times === 3);
  const isImagined = imagines[seat].some((one) => one === number);
  return [
    ...(isFound ? [finding(number, 2, `Defect ${number}`, "P2")] : []),
    ...(isImagined ? [finding(number, 9, `Imagined ${number}`, number === 21 ? "P0" : "P2")] : []),
  ];
}

function finding(number: number, line: number, title: string, severity: string) {
  const quote = `export const value${number}x${line} = compute(${line - 1});`;
  const failurePath = severity === "P0" ? { failurePath: "Any call fails." } : {};
  return {
    severity,
    category: "correctness",
    title,
    detail: `${title} is wrong.`,
    path: `src/case${number}.ts`,
    line,
    quote,
    ...failurePath,
  };
}

function voteOn({ id, title }: Readonly<Record<string, unknown>>, number: number) {
  const isDisputed = title === "Defect 17" || (String(title).startsWith("Imagined") && !keeps.includes(number));
  const evidence = [{ path: `src/case${number}.ts`, line: 1, quote: `export const value${number}x1 = compute(0);` }];
  return isDisputed
    ? { id, verdict: "dispute", reason: "compute checks it.", evidence }
    : { id, verdict: "agree", reason: "It does.", evidence: [] };
}
