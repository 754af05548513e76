/** What stands around the name of a model and names no other model. They are taken off until none is left. */
const around: readonly RegExp[] = [
  // The path of a gateway.
  /^.*\//,
  // The prefixes of a cloud's catalogue: "us.anthropic.".
  /^(?:[a-z]+\.)+(?=[a-z])/,
  // The plan of a gateway, and the newest of a model.
  /:(?:latest|free|beta|extended|thinking|online|nitro|floor|exacto)$/,
  /-latest$|@(?:latest|default)$/,
  // A date, and the revision of a cloud's catalogue.
  /(?:[@-]\d{8}|[@-]\d{4}-\d{2}-\d{2})(?:-v\d+)?$/,
  /-v\d+:\d+$/,
];

/** The model that an id names, without vendor, gateway and date. Sizes and versions stay: they are other models. */
export function familyName(id: string): string {
  const lower = id.trim().toLowerCase();
  const shorter = around.reduce((name, part) => name.replace(part, "") || name, lower);
  return shorter === lower ? lower : familyName(shorter);
}

/**
 * The same text for every name of one model, whichever host serves it: dots, dashes and underscores are one. One word without a number ("default",
 * "claude") names no model by itself, so its vendor or provider comes before it.
 */
export function modelKey(id: string, provider = ""): string {
  const name = alike(familyName(id));
  if (!/^[a-z]+$/.test(name)) return name;
  const [vendor = provider] = id.split("/").slice(-2, -1);
  return `${vendor.toLowerCase()}/${name}`;
}

/** A name with dots and one with dashes are one name. */
export function alike(name: string): string {
  return name.replace(/[._\s]+/g, "-");
}
