const oldest = 22;

/**
 * A sentence if this Node is too old to run the program, and a way out, else null. The entry calls it before it loads any other file, so both use
 * only features of Node 14.
 */
export function unsupportedNode(version: string): string | null {
  const [major = "0"] = version.split(".");
  if (Number(major) >= oldest) return null;
  return `pr-debate: this is Node ${version}, and Node ${oldest} or newer is needed. Install it from https://nodejs.org or with your version manager.\n  In a clone of PR Debate, \`npm ci && npm run review\` works with this Node too: it brings a newer one along.`;
}
