import picomatch from "picomatch";

/** A glob is matched against paths that a stranger chose: what backtracks is counted, so that no path can hold the matcher up. */
const limits = { starsInSegment: 3, globstars: 3, groups: 4 };

/** What a glob must be instead, as the rest of "it must be …"; `null` when it can be used as it is. */
export function problemOfGlob(glob: string): string | null {
  return checks.find(({ fails }) => fails(glob))?.must ?? null;
}

const checks: readonly { readonly fails: (glob: string) => boolean; readonly must: string }[] = [
  { fails: (glob) => /^[!#]/.test(glob), must: "a glob without a leading ! or #: only what it names is meant" },
  {
    fails: (glob) => /^\.{0,2}\//.test(glob),
    must: "a glob from the root of the repository, without a leading / or ./",
  },
  { fails: (glob) => glob.endsWith("/"), must: "a glob on files: write folder/** for a folder" },
  { fails: (glob) => /[+*?!@]\(/.test(glob), must: "a glob without +( *( ?( !( or @(: write the cases as a list" },
  {
    fails: isSlow,
    must: `a glob with at most ${limits.starsInSegment} stars between two slashes, ${limits.globstars} ** and ${limits.groups} groups in braces or brackets`,
  },
  { fails: (glob) => !compiles(glob), must: "a glob with every bracket and brace closed" },
];

function isSlow(glob: string): boolean {
  const segments = glob.split("/").filter((segment) => segment !== "**");
  const stars = Math.max(0, ...segments.map((segment) => segment.split("*").length - 1));
  const globstars = glob.split("**").length - 1;
  const groups = glob.split(/[{([]/).length - 1;
  return stars > limits.starsInSegment || globstars > limits.globstars || groups > limits.groups;
}

function compiles(glob: string): boolean {
  try {
    picomatch(glob, { dot: true, strictBrackets: true });
    return true;
  } catch {
    return false;
  }
}
