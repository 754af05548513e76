const oldest = 22;

/**
 * One sentence where this Node is too old to run the program, or null. The entry asks before it loads anything else, so this file and the
 * entry use only what Node 14 knows.
 */
export function unsupportedNode(version: string): string | null {
  const [major = "0"] = version.split(".");
  if (Number(major) >= oldest) return null;
  return `pr-debate: this is Node ${version}, and Node ${oldest} or newer is needed. Install it from https://nodejs.org or with your version manager.`;
}
