/** A key in the forms that a log, a header or a program gives it. */
export function ownForms(key: string): string[] {
  const hex = Buffer.from(key).toString("hex");
  const base64 = Buffer.from(`user:${key}`).toString("base64");
  return [
    ...[key, hex, hex.replaceAll(/../g, "%$&"), base64, Buffer.from(key).toString("base64url")],
    ...[`${key.slice(0, 15)}\n${key.slice(15)}`, `${base64.slice(0, 20)}\n${base64.slice(20)}`],
  ];
}

/** What stays of such a form when it leaks: parts of it, in one line. */
export function leakOf(key: string): RegExp {
  const hex = Buffer.from(key).toString("hex");
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(`${"x".repeat(offset)}${key}`)
      .toString("base64url")
      .slice(8, 20)
      .replaceAll(/[-_]/g, "."),
  );
  const parts = [
    key.slice(0, 14),
    key.slice(-14),
    hex.slice(0, 20),
    hex.slice(0, 20).replaceAll(/../g, "%$&"),
    ...base64,
  ];
  return new RegExp(parts.join("|"));
}
