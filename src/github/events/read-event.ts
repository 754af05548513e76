import type { z } from "zod";
import { runAgain } from "../../domain/errors.ts";
import { type Envelope, payloads } from "./payloads.ts";
import * as readers from "./readers.ts";
import type { EventReading, EventRequest, MalformedEvent, Nothing } from "./request.ts";

/** `field` must be in the payload, and none of `others`. */
interface EventReader {
  readonly field: string;
  readonly others?: readonly string[];
  readonly read: (payload: unknown) => EventReading;
}

const pullRequestReader: EventReader = {
  field: "pull_request",
  others: ["comment", "review", "thread"],
  read: reading(payloads.pullRequest, readers.pullRequest),
};

const events: Readonly<Record<string, EventReader>> = {
  pull_request: pullRequestReader,
  pull_request_target: pullRequestReader,
  issue_comment: {
    field: "comment",
    others: ["pull_request"],
    read: reading(payloads.issueComment, readers.issueComment),
  },
  pull_request_review_comment: {
    field: "comment",
    others: ["issue"],
    read: reading(payloads.reviewComment, readers.reviewComment),
  },
  merge_group: { field: "merge_group", read: reading(payloads.mergeGroup, readers.mergeGroup) },
  check_run: { field: "check_run", read: reading(payloads.checkRun, readers.checkRun) },
  check_suite: { field: "check_suite", others: ["check_run"], read: reading(payloads.checkSuite, readers.checkSuite) },
  workflow_run: { field: "workflow_run", read: reading(payloads.workflowRun, readers.workflowRun) },
  workflow_dispatch: { field: "repository", read: reading(payloads.workflowDispatch, readers.workflowDispatch) },
  installation: {
    field: "installation",
    others: ["repository", "repositories_removed"],
    read: reading(payloads.installation, readers.installation),
  },
  installation_repositories: {
    field: "repositories_removed",
    read: reading(payloads.installationRepositories, readers.installationRepositories),
  },
};

/** Reads an event of GitHub. GitHub adds events and actions at any time: unknown ones ask for nothing (H55). */
export function readEvent(name: string, payload: unknown): EventReading {
  const reader = Object.hasOwn(events, name) ? events[name] : undefined;
  if (reader === undefined) return { kind: "nothing", why: "the event is unknown" };
  const fields = typeof payload === "object" && payload !== null ? Object.keys(payload) : [];
  const isConsistent = fields.includes(reader.field) && !reader.others?.some((other) => fields.includes(other));
  return isConsistent ? reader.read(payload) : { kind: "inconsistent" };
}

function reading<Payload extends Envelope>(
  schema: z.ZodType<Payload>,
  read: (event: Payload) => EventRequest | Nothing | MalformedEvent,
): EventReader["read"] {
  return (payload) => {
    const parsed = schema.safeParse(payload);
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" };
      const why = `The event's payload does not have the documented form (${path.join(".")}: ${message}).`;
      return { kind: "malformed", why, hint: runAgain };
    }
    const { action, installation: of, sender } = parsed.data;
    const request = read(parsed.data);
    if (request.kind === "nothing" || request.kind === "malformed") return request;
    return { kind: "request", request, action, installation: of ? String(of.id) : null, sender: sender?.login };
  };
}
