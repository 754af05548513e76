import { readEvent } from "../events/read-event.ts";
import type { EventReading, EventRequest } from "../events/request.ts";
import type { Repository, Request } from "./requests.ts";

export type Reading =
  | {
      readonly kind: "requests";
      readonly requests: readonly Request[];
      readonly installation: string;
      readonly action: string;
    }
  | { readonly kind: "ignored"; readonly why: string }
  /** The unsigned header names another event than the signed body holds. */
  | { readonly kind: "inconsistent" };

const events = [
  ...["pull_request", "issue_comment", "pull_request_review_comment", "check_run", "check_suite", "merge_group"],
  ...["installation", "installation_repositories"],
];

/** Whether the App subscribes to an event. */
export function isWaitedFor(event: string): boolean {
  return events.includes(event);
}

/** What a signed body asks of the App. */
export function readWebhook(event: string, payload: unknown, appId: string): Reading {
  if (!isWaitedFor(event)) return ignored("the App does not subscribe to this event");
  const reading = readEvent(event, payload);
  if (reading.kind === "inconsistent") return reading;
  if (reading.kind !== "request") return ignored(reading.why);
  const { installation, action } = reading;
  if (installation === null) return ignored("it names no installation");
  const requests = requestsOf(reading, installation, appId);
  return requests.length === 0
    ? ignored("it asks the App for nothing")
    : { kind: "requests", requests, installation, action };
}

function ignored(why: string): Reading {
  return { kind: "ignored", why };
}

function requestsOf(
  { request, sender }: Extract<EventReading, { kind: "request" }>,
  installation: string,
  appId: string,
): readonly Request[] {
  if (request.kind === "installation-gone") return [{ kind: "errand", errand: { kind: request.kind, installation } }];
  if (request.kind === "repositories-gone")
    return request.ids.map((key) => ({ kind: "errand", errand: { kind: "repository-gone", installation, key } }));
  const { id, name } = request.repository;
  return inRepository(request, { installation, key: id ?? name, repo: name }, sender, appId);
}

type OfRepository = Extract<EventRequest, { readonly repository: unknown }>;

function inRepository(
  request: OfRepository,
  repository: Repository,
  actor: string | undefined,
  appId: string,
): readonly Request[] {
  switch (request.kind) {
    case "pull-request": {
      const { kind, number, isClosed, isRelevant } = request;
      const subject = { ...repository, kind, number };
      return isRelevant ? [{ kind: "review", subject, isExplicit: false, isClosed, actor }] : [];
    }
    case "merge-group": {
      const { kind, head, base, ref, isClosed } = request;
      return [{ kind: "review", subject: { ...repository, kind, head, base, ref }, isExplicit: false, isClosed }];
    }
    case "comment":
      return [{ kind: "errand", errand: { ...repository, ...request.given, kind: "command" } }];
    case "rerun": {
      const { kind, head, externalId, app, login } = request;
      // Checks of other apps reach us too, even under our name (H48).
      return app === appId ? [{ kind: "errand", errand: { ...repository, kind, head, externalId, login } }] : [];
    }
    // These events come to workflows only.
    case "workflow-run":
    case "dispatch":
      return [];
  }
}
