import { formatted } from "./formats.ts";
import type { Node } from "./tree.ts";
import { itemsOf, joined, marks, textValue, unknown, type Value } from "./values.ts";

export function operated(left: Value, operator: string, right: Value, place: Node): Value {
  const [one, other] = [numberOf(left), numberOf(right)];
  if (one !== null && other !== null) return { text: computed(one, operator, other) };
  return operations[operator]?.(left, right, place) ?? unknown;
}

const operations: Readonly<Record<string, (left: Value, right: Value, place: Node) => Value>> = {
  "+": (left, right, place) => joined([left, right], "", place),
  // Python joins paths like this.
  "/": (left, right, place) => joined([left, textValue("/"), right], "", place),
  "%": (left, right, place) => formatted([left, ...itemsOf(right).map((text) => ({ ...right, text }))], place),
};

function numberOf({ text }: Value): number | null {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Conditions over constants decide which branch runs. */
function computed(left: number, operator: string, right: number): string {
  const results: Readonly<Record<string, number | boolean>> = {
    "+": left + right,
    "-": left - right,
    "*": left * right,
    "/": Math.trunc(left / right),
    ">": left > right,
    "<": left < right,
    ">=": left >= right,
    "<=": left <= right,
    "==": left === right,
    "!=": left !== right,
  };
  return String(results[operator] ?? marks.unknown);
}
