import { overlap } from "../anchor/same-finding.ts";
import type { Claim, Finding } from "../domain/finding.ts";
import { isProtected } from "../domain/severity.ts";
import { isClaimedProtected } from "./removal.ts";

/**
 * Protected findings that had gone into one that was removed, and that quote other code than it does: what removed it says nothing about that
 * code. They are open again, and the next ballot judges them on their own.
 */
export function returning(
  fallen: readonly Finding[],
  under: ReadonlyMap<string, readonly Finding[]>,
  giveId: (path: string, quote: string) => string,
): Finding[] {
  return fallen.flatMap((finding) => {
    const grouped = (under.get(finding.id) ?? []).filter(isClaimedProtected);
    const others = finding.alsoReported.filter(({ id }) => !grouped.some((one) => one.id === id));
    return [...grouped.map(reopened), ...others.flatMap((claim) => ownFinding(claim, finding, giveId))];
  });
}

/** The removed findings; what is open again by itself is told there, and neither here nor as a part of one of these. */
export function withoutReturned(returned: readonly Finding[], eliminated: readonly Finding[]): Finding[] {
  const isReturned = (claim: Claim): boolean =>
    returned.some(
      (one) => one.id === claim.id || [{ ...one, at: one }, ...one.alsoReported].some((own) => isSame(own, claim)),
    );
  return eliminated
    .filter(({ id }) => !returned.some((finding) => finding.id === id))
    .map((one) => ({ ...one, alsoReported: one.alsoReported.filter((claim) => !isReturned(claim)) }));
}

function isSame(one: Pick<Claim, "title"> & { readonly at?: Quoted | undefined }, { title, at }: Claim): boolean {
  return one.title === title && one.at?.path === at?.path && one.at?.quote === at?.quote;
}

type Quoted = Pick<Finding, "path" | "quote">;

function reopened(finding: Finding): Finding {
  return { ...finding, status: "disputed", votes: { agree: finding.raisedBy.slice(1), dispute: [], abstain: [] } };
}

/** A claim that was no finding in this debate; one that was on an earlier push comes back under its id. */
function ownFinding(
  { id, seat, severity, title, detail = "", at }: Claim,
  { category, ...lead }: Finding,
  giveId: (path: string, quote: string) => string,
): Finding[] {
  if (at === undefined || !isProtected({ severity, category })) return [];
  const { path, side, line } = lead;
  if (line !== null && overlap(at, { path, side, line, startLine: lead.startLine ?? line })) return [];
  return [
    {
      id: id ?? giveId(at.path, at.quote),
      severity,
      category,
      title,
      detail,
      quote: at.quote,
      path: at.path,
      anchor: at.anchor,
      line: at.line,
      ...(at.startLine === at.line ? {} : { startLine: at.startLine }),
      side: at.side,
      raisedBy: [seat],
      alsoReported: [],
      votes: { agree: [], dispute: [], abstain: [] },
      confidence: null,
      status: "disputed",
    },
  ];
}
