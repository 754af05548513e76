import { ReviewError } from "../../domain/errors.ts";

/** One line of `pr-debate doctor`. A `problem` stops a review, or a seat of it; a `warning` makes it weaker. */
export interface Check {
  readonly name: string;
  readonly status: "ok" | "warning" | "problem";
  readonly detail: string;
  /** What to do; every problem has one. */
  readonly remedy?: string;
}

export function fine(name: string, detail: string): Check {
  return { name, status: "ok", detail };
}

export function warning(name: string, detail: string, remedy?: string): Check {
  return { name, status: "warning", detail, ...(remedy === undefined ? {} : { remedy }) };
}

export function problem(name: string, detail: string, remedy: string): Check {
  return { name, status: "problem", detail, remedy };
}

/** A `ReviewError` as a check; another error is a fault of the program and goes on. */
export function checkOf(name: string, error: unknown, make = problem): Check {
  if (error instanceof ReviewError) return make(name, error.message, error.hint);
  throw error;
}
