import { createHash } from "node:crypto";
import type { Claim, Finding } from "../domain/finding.ts";
import { isProtected, rank } from "../domain/severity.ts";

/**
 * Turns protected claims of withdrawn findings into findings of their own where they quote other code: the hearing that withdrew the finding did
 * not look at that code.
 */
export function unmerged(known: readonly Finding[], isWithdrawn: (finding: Finding) => boolean): readonly Finding[] {
  const taken = new Set(known.map(({ id }) => id));
  return known.flatMap((finding) => {
    const claims = isWithdrawn(finding) ? finding.alsoReported.filter((claim) => isApart(claim, finding)) : [];
    const worstFirst = claims.toSorted((one, other) => rank(one.severity) - rank(other.severity));
    const own = worstFirst.flatMap((claim) => ownFinding(claim, finding)).filter(({ id }) => isNew(id, taken));
    const rest = finding.alsoReported.filter((claim) => !claims.includes(claim));
    return claims.length === 0 ? [finding] : [{ ...finding, alsoReported: rest }, ...own];
  });
}

function isNew(id: string, taken: Set<string>): boolean {
  if (taken.has(id)) return false;
  taken.add(id);
  return true;
}

function isApart({ severity, at }: Claim, { category, path, side, line, startLine }: Finding): boolean {
  if (at === undefined || !isProtected({ severity, category })) return false;
  if (line === null || at.path !== path || at.side !== side) return true;
  return at.startLine > line || at.line < (startLine ?? line);
}

function ownFinding({ id, seat, severity, title, detail = "", at }: Claim, { category }: Finding): Finding[] {
  if (at === undefined) return [];
  const { startLine, ...place } = at;
  return [
    {
      id: id ?? idOf([at.path, at.quote, seat, title]),
      severity,
      category,
      title,
      detail,
      ...place,
      ...(startLine === at.line ? {} : { startLine }),
      raisedBy: [seat],
      alsoReported: [],
      votes: { agree: [], dispute: [], abstain: [] },
      confidence: null,
      status: "accepted",
    },
  ];
}

/** The same decisions give the same id each time. */
function idOf(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
