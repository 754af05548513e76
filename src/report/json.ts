import type { Hearing, Round } from "../domain/debate.ts";
import type { Finding } from "../domain/finding.ts";
import type { MemoryReport } from "../domain/memory/report.ts";
import { familyOf } from "../domain/panel.ts";
import type { Review } from "../domain/review.ts";
import type { Report } from "./report.ts";

/**
 * The public form of a review (docs/interfaces.md), built field by field, so that an internal field is not published by
 * accident.
 */
export const json: Report = (review) => safeJson(publicReview(review));

/** The same as data. */
export function publicReview(review: Review): object {
  return { version: 1, ...reviewFields(review) };
}

/** Two-space JSON that is exact and safe on a terminal: every invisible character is written as `\uXXXX`. */
export function safeJson(value: object): string {
  return escaped(JSON.stringify(value, null, 2));
}

/** The same on one line. A runner that prints it finds no command in it. */
export function safeJsonLine(value: object): string {
  return escaped(JSON.stringify(value)).replaceAll("##[", "#\\u0023[");
}

function escaped(written: string): string {
  const shown = written.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
  return `${shown}\n`;
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }).join("");
}

function reviewFields(review: Review): object {
  return {
    kind: review.kind,
    result: review.result,
    reason: review.reason,
    conclusion: review.conclusion,
    title: review.title,
    panel: { state: review.panel.state, seats: review.panel.seats.map(seatFields) },
    summary: review.summary,
    findings: review.findings.map(findingFields),
    eliminated: review.eliminated.map(findingFields),
    silenced: review.silenced.map(({ rule, severity, title, path, line, by, reason, fingerprint }) => {
      return { rule, severity, title, path, line, by, reason, fingerprint };
    }),
    rules: review.rules.map(({ id, title, help, url }) => ({ id, title, help, url })),
    residualRisks: review.residualRisks.map(({ text, raisedBy }) => ({ text, raisedBy })),
    openQuestions: review.openQuestions.map(({ text, raisedBy }) => ({ text, raisedBy })),
    notes: review.notes,
    rounds: review.rounds.map(roundFields),
    hearings: review.hearings.map(hearingFields),
    scores: review.scores.map(({ seat, p0, p1, p2, falsePositives, fixes, accuracy, clarity, total }) => {
      return { seat, p0, p1, p2, falsePositives, fixes, accuracy, clarity, total };
    }),
    winner: review.winner,
    confidence: review.confidence,
    stopReason: review.stopReason,
    coverage: {
      complete: review.coverage.complete,
      files: review.coverage.files.map(({ path, state, reason }) => ({ path, state, reason })),
    },
    unreadable: review.unreadable.map(({ path, what, detail }) => ({ path, what, detail })),
    facts: review.facts,
    adjudication: review.adjudication,
    topology: review.topology,
    effort: review.effort === undefined ? undefined : { tier: review.effort.tier, why: review.effort.why },
    metrics: review.metrics,
    memory: review.memory === undefined ? undefined : memoryFields(review.memory),
    voteWeights: review.voteWeights?.map(({ seat, weight, decided, fixed }) => ({ seat, weight, decided, fixed })),
    earlier: review.earlier?.map(({ id, end }) => ({ id, end })),
    lookups: review.lookups.map(({ seat, stage, tool, args, bytes, truncated, finding }) => {
      return { seat, stage, tool, args, bytes, truncated, finding };
    }),
    usage: {
      ...amounts(review.usage),
      seats: review.usage.seats.map((seat) => ({ name: seat.name, ...amounts(seat) })),
    },
    change: {
      repo: review.change.repo,
      number: review.change.number,
      base: { ref: review.change.base.ref, sha: review.change.base.sha },
      head: { ref: review.change.head.ref, sha: review.change.head.sha },
      branch: review.change.branch,
    },
    startedAt: review.startedAt,
    finishedAt: review.finishedAt,
  };
}

function memoryFields({ items, expired, used }: MemoryReport): object {
  return {
    items,
    expired,
    used: used.map(({ id, kind, title, reason, link, finding, effect, because }) => {
      return { id, kind, title, reason, link, finding, effect, because };
    }),
  };
}

function seatFields(seat: Review["panel"]["seats"][number]): object {
  const { name, provider, model, servedModel, view, persona, counted, healthy, failure } = seat;
  const { repairs = 0, partial = false } = seat;
  const family = counted ? familyOf(seat) : undefined;
  return { name, provider, model, servedModel, family, view, persona, counted, healthy, failure, repairs, partial };
}

function findingFields(finding: Finding): object {
  const {
    id,
    severity,
    category,
    title,
    detail,
    narrowedFrom,
    failurePath,
    fix,
    suggestion,
    rule,
    fingerprint,
    quote,
    path,
    anchor,
    line,
    startLine,
    side,
    inChange = true,
  } = finding;
  const { raisedBy, alsoReported, votes, confidence, status, unheard, weighed, eliminatedAt, eliminatedBecause } =
    finding;
  return {
    ...{ id, severity, category, title, detail, narrowedFrom, failurePath, fix, suggestion, rule, fingerprint },
    ...{ quote, path, anchor, line, startLine, side, inChange },
    raisedBy,
    alsoReported: alsoReported.map(({ seat, severity, title, detail, rule, at }) => ({
      ...{ seat, severity, title, detail, rule },
      ...(at === undefined ? {} : { path: at.path, line: at.line }),
    })),
    votes: { agree: votes.agree, dispute: votes.dispute, abstain: votes.abstain },
    ...{ confidence, status, unheard, weighed, eliminatedAt, eliminatedBecause },
  };
}

function roundFields({ round, proposals, objections, ballots }: Round): object {
  return {
    round,
    proposals: proposals.map(({ seat, raised, invalid, failure }) => ({ seat, raised, invalid, failure })),
    objections: objections.map(({ seat, finding, effect, reason }) => ({ seat, finding, effect, reason })),
    ballots: ballots.map(({ seat, votes, failure }) => ({
      seat,
      votes: votes.map(({ finding, verdict, severity, reason, evidence }) => {
        return { finding, verdict, severity, reason, evidence: evidence.map(evidenceFields) };
      }),
      failure,
    })),
  };
}

function hearingFields({ finding, advocate, skeptic, exchanges, rulings, ruling, because, lookedUp }: Hearing): object {
  return {
    finding,
    advocate,
    skeptic,
    exchanges: exchanges.map(({ seat, role, argument, concede, evidence }) => {
      return { seat, role, argument, concede, evidence: evidence.map(evidenceFields) };
    }),
    rulings: rulings.map(({ judge, order, ruling: verdict, severity, narrowed, reason, evidence }) => {
      return { judge, order, ruling: verdict, severity, narrowed, reason, evidence: evidence.map(evidenceFields) };
    }),
    ruling,
    because,
    lookedUp,
  };
}

function evidenceFields({ path, line, quote }: Hearing["exchanges"][number]["evidence"][number]): object {
  return { path, line, quote };
}

export function amounts({
  calls,
  inputTokens,
  cachedInputTokens,
  outputTokens,
  costUsd,
}: Review["usage"]["seats"][number] | Review["usage"]): object {
  return { calls, inputTokens, cachedInputTokens, outputTokens, costUsd };
}
