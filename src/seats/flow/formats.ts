import type { Node } from "./tree.ts";
import { joined, marks, type Value } from "./values.ts";

/** `%d` and its kin write numbers: no text gets through them. `{}` is Python's. */
const slot =
  /%[-+ #0]*\d*(?:\.\d+)?(?<verb>[A-Za-z])|%\((?<key>\w+)\)(?<keyed>[a-z])|\{(?<name>\w*)(?:![rsa])?(?::[^{}]*)?\}|%%/g;

/** A pattern with the values that it is given, in their order. */
export function formatted([pattern, ...values]: readonly Value[], place: Node): Value {
  const text = pattern?.text ?? "";
  const parts: Value[] = [];
  let [from, next] = [0, 0];
  for (const match of text.matchAll(slot)) {
    parts.push({ text: text.slice(from, match.index) });
    from = match.index + match[0].length;
    if (match[0] === "%%") continue;
    const at = match.groups?.["name"];
    const value = values[at !== undefined && /^\d+$/.test(at) ? Number(at) : next++] ?? values.at(-1);
    const verb = match.groups?.["verb"] ?? match.groups?.["keyed"] ?? "s";
    parts.push(value === undefined || /^[bcdeEfFgGoxXtpTU]$/.test(verb) ? { text: marks.unknown } : value);
  }
  parts.push({ text: text.slice(from) });
  return joined(parts, "", place);
}
