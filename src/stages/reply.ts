import { z } from "zod";
import type { Composition } from "../domain/answers.ts";
import type { Argument, Evidence, Ruling, Vote } from "../domain/debate.ts";
import type { Draft } from "../domain/finding.ts";
import { type Severity, severities } from "../domain/severity.ts";
import { cutCharacters } from "../text/text.ts";
import {
  ApprovalReply,
  ArgumentReply,
  EvidenceReply,
  FindingReply,
  List,
  Remarks,
  RulingReply,
  VoteReply,
  WordingReply,
} from "./reply-fields.ts";
import { inAnySpelling } from "./reply-forms.ts";
import { type Reading, readList, readObject, salvage } from "./reply-list.ts";

/**
 * `dropped` names each item that was not of the agreed shape, `unclear` each finding whose severity is not one of ours. `id` and `of` are the
 * request's labels.
 */
export interface ProposalReply {
  readonly drafts: readonly Draft[];
  readonly dropped: readonly string[];
  readonly unclear: readonly string[];
  readonly residualRisks: readonly string[];
  readonly openQuestions: readonly string[];
}
export interface LabelledVotes {
  readonly votes: readonly (Omit<Vote, "finding"> & { readonly id: string })[];
  readonly missed: readonly Draft[];
  readonly dropped: readonly string[];
}
export interface LabelledApproval {
  readonly id: string;
  readonly verdict: "approve" | "reject";
  readonly reason: string;
  readonly evidence: Evidence[];
}

const Remarked = inAnySpelling({ residualRisks: Remarks, openQuestions: Remarks });
const Missed = inAnySpelling({ missed: List });
const Summary = inAnySpelling({ summary: z.string() });

/** Where no severity at all can be read, the answer is broken and the seat is asked again. */
export function readProposal(answer: string): Reading<ProposalReply> {
  const reading = readList(answer, "findings", FindingReply, (findings, dropped, reply) => ({
    drafts: findings.map(draftOf),
    dropped,
    unclear: findings.flatMap(unclearSeverity),
    ...Remarked.parse(reply),
  }));
  if (!reading.ok) return reading;
  const { drafts, unclear } = reading.value;
  const isBroken = drafts.length > 0 && unclear.length === drafts.length;
  return isBroken ? { ok: false, reason: `nothing in it can be used: ${unclear[0]}` } : reading;
}

/** An unknown verdict is an abstention; `missed` is salvaged like any list of findings, and a wholly broken one costs no vote. */
export function readBallot(answer: string): Reading<LabelledVotes> {
  return readList(answer, "votes", VoteReply, (votes, dropped, reply) => {
    const missed = salvage(Missed.parse(reply).missed, "missed", FindingReply);
    return {
      votes: votes.map(({ id, verdict, severity, reason, of, evidence }) => ({
        id,
        verdict,
        reason: reason ?? "",
        evidence: evidenceOf(evidence),
        ...(severity === undefined ? {} : { severity }),
        ...(typeof of === "string" ? { of } : {}),
      })),
      missed: missed.items.map(draftOf),
      dropped: [...dropped, ...missed.dropped, ...missed.items.flatMap(unclearSeverity)],
    };
  });
}

export function readArgument(answer: string): Reading<Argument> {
  return readObject(answer, ArgumentReply, ({ argument, concede, evidence }) => ({
    argument,
    concede: concede === true,
    evidence: evidenceOf(evidence),
  }));
}

export function readRuling(answer: string): Reading<Ruling> {
  return readObject(answer, RulingReply, ({ ruling, severity, reason, evidence }) => ({
    ruling,
    reason: reason ?? "",
    evidence: evidenceOf(evidence),
    ...(severity === undefined ? {} : { severity }),
  }));
}

/** `finding` of each item is still the label: whether all came back, the engine checks. */
export function readComposition(answer: string): Reading<Composition> {
  const summary = readObject(answer, Summary, (reply) => reply.summary.trim());
  if (!summary.ok) return summary;
  return readList(answer, "items", WordingReply, (items) => ({
    summary: summary.value,
    items: items.map(({ id, title, body }) => ({ finding: id, title, body })),
  }));
}

export function readValidation(answer: string): Reading<readonly LabelledApproval[]> {
  return readList(answer, "items", ApprovalReply, (items) =>
    items.map(({ id, verdict, reason, evidence }) => ({
      id,
      verdict,
      reason: reason ?? "",
      evidence: evidenceOf(evidence),
    })),
  );
}

type GivenFinding = z.infer<typeof FindingReply>;

/** A severity that cannot be read is P1, or P0 where the finding says how it comes to harm, which only a P0 has to. */
function severityOf({ severity, failurePath }: Pick<GivenFinding, "severity" | "failurePath">): Severity {
  if (typeof severity === "string") return severity;
  return failurePath ? "P0" : "P1";
}

function unclearSeverity(finding: GivenFinding): string[] {
  if (typeof finding.severity === "string") return [];
  const { unknown } = finding.severity;
  const given = `its severity is ${unknown}, which is none of ${severities.join(", ")}`;
  return [`"${cutCharacters(finding.title, 80)}": ${given}; it counts as ${severityOf(finding)}`];
}

function draftOf({ severity, detail, line, failurePath, fix, suggestion, ...rest }: GivenFinding): Draft {
  return {
    ...rest,
    severity: severityOf({ severity, failurePath }),
    detail: detail ?? "",
    ...(line === undefined ? {} : { line }),
    ...(failurePath ? { failurePath } : {}),
    ...(fix ? { fix } : {}),
    ...(typeof suggestion === "string" ? { suggestion } : {}),
  };
}

function evidenceOf(given: readonly unknown[]): Evidence[] {
  return salvage(given, "evidence", EvidenceReply).items.map(({ path, line, quote }) => ({
    path,
    quote,
    ...(line === undefined ? {} : { line }),
  }));
}
