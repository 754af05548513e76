import { describe, expect, test } from "vitest";
import { readWebhook } from "../../src/server/requests.ts";

const head = "a".repeat(40);
const appId = "42";
const where = { installation: { id: 7 }, repository: { id: 9, full_name: "octo/app" } };
const sender = { login: "ann", type: "User" };
const pull = { number: 3, head: { sha: head } };
const comment = {
  id: 5,
  body: "/debate review",
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
  user: { login: "ann", type: "User" },
};
const issue = { number: 3, pull_request: {} };
const group = { head_sha: head, base_sha: "b".repeat(40), head_ref: "gh-readonly-queue/main/pr-3-x" };
const run = { head_sha: head, external_id: "run-1", app: { id: 42 } };
const repository = { installation: "7", key: "9", repo: "octo/app" };

const read = (event: string, payload: object) => readWebhook(event, payload, appId);
const kindOf = (event: string, payload: object): string => read(event, payload).kind;

function requestsOf(event: string, payload: object) {
  const reading = read(event, payload);
  if (reading.kind !== "requests") throw new Error(`it was ${reading.kind}`);
  return reading.requests;
}

describe("events that start work", () => {
  test.each(["opened", "reopened", "ready_for_review", "converted_to_draft", "synchronize"])(
    "a pull request %s is reviewed",
    (action) => {
      expect(requestsOf("pull_request", { action, pull_request: pull, sender, ...where })).toEqual([
        {
          kind: "review",
          subject: { ...repository, kind: "pull-request", number: 3 },
          isExplicit: false,
          isClosed: false,
          actor: "ann",
        },
      ]);
    },
  );

  test("an edited pull request is reviewed only when its base changed, and a closed one is cancelled", () => {
    const edited = { action: "edited", pull_request: pull, ...where };
    expect(kindOf("pull_request", { ...edited, changes: { title: { from: "x" } } })).toBe("ignored");
    expect(kindOf("pull_request", { ...edited, changes: { base: { ref: { from: "dev" } } } })).toBe("requests");
    expect(requestsOf("pull_request", { action: "closed", pull_request: pull, ...where })).toMatchObject([
      { isClosed: true },
    ]);
  });

  test("a merge group is reviewed on its own commit, and cancelled when it is destroyed", () => {
    const payload = { action: "checks_requested", merge_group: group, ...where };
    expect(requestsOf("merge_group", payload)).toMatchObject([
      { subject: { kind: "merge-group", head }, isClosed: false },
    ]);
    expect(requestsOf("merge_group", { ...payload, action: "destroyed" })).toMatchObject([{ isClosed: true }]);
  });

  test("accepts re-runs of our own check, with the login of a person who pressed the button", () => {
    const rerun = { action: "rerequested", check_run: run, sender, ...where };
    expect(requestsOf("check_run", rerun)).toMatchObject([
      { job: { kind: "rerun", head, externalId: "run-1", login: null } },
    ]);
    const button = { ...rerun, action: "requested_action", requested_action: { identifier: "re-review" } };
    expect(requestsOf("check_run", button)).toMatchObject([{ job: { login: "ann" } }]);
    expect(kindOf("check_run", { ...button, requested_action: { identifier: "else" } })).toBe("ignored");
    expect(kindOf("check_run", { ...button, sender: { login: "x", type: "Bot" } })).toBe("ignored");
    const suite = { action: "rerequested", check_suite: { head_sha: head, app: { id: 42 } }, ...where };
    expect(requestsOf("check_suite", suite)).toMatchObject([{ job: { kind: "rerun", externalId: null } }]);
  });

  test("a removed installation deletes its rows, and a removed repository deletes its own", () => {
    const gone = { action: "deleted", installation: { id: 7 }, sender };
    expect(requestsOf("installation", gone)).toEqual([
      { kind: "job", job: { kind: "installation-gone", installation: "7" } },
    ]);
    const removed = { action: "removed", installation: { id: 7 }, repositories_removed: [{ id: 9 }, { id: 10 }] };
    expect(requestsOf("installation_repositories", removed)).toHaveLength(2);
  });
});

describe("H48 checks of other apps", () => {
  test.each(["rerequested", "requested_action"])("under our name and with our external id, %s: ignored", (action) => {
    const other = { ...run, name: "PR Debate", app: { id: 43 } };
    const payload = { action, check_run: other, requested_action: { identifier: "re-review" }, sender, ...where };
    expect(kindOf("check_run", payload)).toBe("ignored");
    expect(kindOf("check_run", { ...payload, check_run: { ...other, app: null } })).toBe("ignored");
  });

  test.each(["created", "completed"])("an own check that is %s starts nothing", (action) => {
    expect(kindOf("check_run", { action, check_run: run, ...where })).toBe("ignored");
  });

  test("ignores another app's suite, and one that every push requests", () => {
    const suite = { head_sha: head, app: { id: 43 } };
    expect(kindOf("check_suite", { action: "rerequested", check_suite: suite, ...where })).toBe("ignored");
    expect(kindOf("check_suite", { action: "requested", check_suite: { ...suite, app: { id: 42 } }, ...where })).toBe(
      "ignored",
    );
  });
});

describe("H55 unknown or missing parts of an event", () => {
  test.each([
    ["an unknown event", "star", { action: "created", ...where }],
    ["an event named like a method", "toString", { action: "x", ...where }],
    ["an unknown action", "pull_request", { action: "stacked", pull_request: pull, ...where }],
    ["no installation", "pull_request", { action: "opened", pull_request: pull, repository: where.repository }],
    ["no number", "pull_request", { action: "opened", pull_request: {}, ...where }],
    ["no repository", "pull_request", { action: "opened", pull_request: pull, installation: { id: 7 } }],
    [
      "an invalid repository name",
      "pull_request",
      { action: "opened", pull_request: pull, installation: { id: 7 }, repository: { full_name: "../x" } },
    ],
    ["a null body", "issue_comment", { action: "created", issue, comment: { ...comment, body: null }, ...where }],
    [
      "a comment by a deleted user",
      "issue_comment",
      { action: "created", issue, comment: { ...comment, user: null }, ...where },
    ],
    [
      "an invalid sha",
      "merge_group",
      { action: "checks_requested", merge_group: { ...group, head_sha: "HEAD" }, ...where },
    ],
  ])("%s is ignored", (_, event, payload) => {
    expect(kindOf(event, payload)).toBe("ignored");
  });

  test("accepts null texts, a deleted fork and a missing sender", () => {
    const bare = { ...pull, title: null, body: null, head: { sha: head, repo: null }, user: null };
    expect(kindOf("pull_request", { action: "opened", pull_request: bare, sender: null, ...where })).toBe("requests");
  });
});

describe("the unsigned header must match the signed body", () => {
  const bodies: Readonly<Record<string, object>> = {
    pull_request: { action: "opened", pull_request: pull, number: 3, ...where },
    issue_comment: { action: "created", issue, comment, ...where },
    check_run: { action: "rerequested", check_run: run, ...where },
    check_suite: { action: "rerequested", check_suite: { head_sha: head, app: { id: 42 } }, ...where },
    merge_group: { action: "checks_requested", merge_group: group, ...where },
    installation: { action: "deleted", installation: { id: 7 } },
    installation_repositories: { action: "removed", installation: { id: 7 }, repositories_removed: [{ id: 1 }] },
  };
  const pairs = Object.keys(bodies).flatMap((event) => Object.keys(bodies).map((body) => [event, body] as const));
  test.each(pairs)("header %s with a body of %s", (event, body) => {
    expect(kindOf(event, bodies[body] ?? {})).toBe(event === body ? "requests" : "inconsistent");
  });

  test("a review comment is not an issue comment, and a review is not a pull request event", () => {
    expect(kindOf("issue_comment", { action: "created", comment, pull_request: pull, ...where })).toBe("inconsistent");
    expect(kindOf("pull_request", { action: "opened", pull_request: pull, review: {}, ...where })).toBe("inconsistent");
  });
});

describe("comments", () => {
  const event = (change: object) => ({ action: "created", issue, comment: { ...comment, ...change }, ...where });

  test("keeps a person's reply with the comment it answers, and ignores the first comment of a thread", () => {
    const payload = (more: object) => ({
      action: "created",
      pull_request: pull,
      comment: { ...comment, ...more },
      ...where,
    });
    const words = "I do not\nbelieve it.";
    expect(requestsOf("pull_request_review_comment", payload({ body: words, in_reply_to_id: 4 }))).toMatchObject([
      { job: { kind: "command", comment: 5, isInThread: true, body: words, inReplyTo: 4 } },
    ]);
    const long = requestsOf("pull_request_review_comment", payload({ body: "x".repeat(9_000), in_reply_to_id: 4 }));
    expect(JSON.stringify(long).length).toBeLessThan(4_500);
    for (const more of [
      { body: words },
      { body: words, in_reply_to_id: 4, user: { login: "ann", type: "Bot" } },
      { body: words, in_reply_to_id: 4, user: null },
      { body: words, in_reply_to_id: 4, updated_at: "2030-01-01T00:00:00Z" },
    ])
      expect(kindOf("pull_request_review_comment", payload(more))).toBe("ignored");
  });

  test.each([
    ["a command", (body: string) => requestsOf("issue_comment", event({ body: `/debate plan ${body}` })), 4_000 - 13],
    [
      "a reply",
      (body: string) =>
        requestsOf("pull_request_review_comment", {
          action: "created",
          pull_request: pull,
          comment: { ...comment, body, in_reply_to_id: 4 },
          ...where,
        }),
      4_000,
    ],
  ])("%s is cut between words, so that no half token is stored", (_, ask, room) => {
    const token = ["gh", "p_4Tz9QmXv7LrB2nKc8WdYs5HjGf3PaE1uRo0Z"].join("");
    for (const inside of [2, 10, 30])
      expect(JSON.stringify(ask(`${"a".repeat(room - inside - 1)} ${token} more`))).not.toContain("gh");
    expect(JSON.stringify(ask(`${"a".repeat(room - 41)} ${token}`))).toContain(token);
  });

  test("the rest of a cut command line is not another command", () => {
    const [request] = requestsOf("issue_comment", event({ body: `/debate review ${"x".repeat(5_000)}` }));
    expect(request).toMatchObject({ job: { body: "/debate review …" } });
  });

  test("stores only the command line of a comment", () => {
    const requests = requestsOf("issue_comment", event({ body: "/debate review\nand a secret story" }));
    expect(requests).toMatchObject([
      { job: { kind: "command", number: 3, comment: 5, login: "ann", body: "/debate review" } },
    ]);
    expect(JSON.stringify(requests)).not.toContain("story");
  });

  test.each([
    ["H32 edited", { updated_at: "2026-11-20T10:00:01Z" }],
    ["H35 by a bot", { user: { login: "x[bot]", type: "Bot" } }],
    ["H34 quoted", { body: "> /debate review" }],
    ["H34 in a fence", { body: "```\n/debate review\n```" }],
    ["H34 with Cyrillic", { body: "/dеbate review" }],
    ["plain talk", { body: "hello" }],
  ])("%s: starts nothing", (_, change) => {
    expect(kindOf("issue_comment", event(change))).toBe("ignored");
  });

  test("H34 60 kB of arguments are cut", () => {
    const [request] = requestsOf("issue_comment", event({ body: `/debate plan ${"x".repeat(60_000)}` }));
    expect(JSON.stringify(request).length).toBeLessThan(5_000);
  });

  test("marks the job of a command on an issue that is not a pull request", () => {
    const [request] = requestsOf("issue_comment", { ...event({ body: "/debate plan how?" }), issue: { number: 3 } });
    expect(request).toMatchObject({ job: { kind: "command", number: 3, isOnIssue: true } });
  });
});
