import type { DebateEvent } from "../domain/events.ts";
import type { StageName } from "../stages/index.ts";
import { plain, redactAll } from "../text/text.ts";
import { withoutCommands } from "./report.ts";

const stageLines: Readonly<Record<StageName, string>> = {
  read: "Reading the change",
  propose: "Seats review the change, each on its own",
  gate: "Checking every finding against the code",
  merge: "Merging what says the same",
  examine: "Looking for code that disproves a finding",
  ballot: "Seats judge each other's findings",
  settle: "Settling",
  hearing: "Hearing what is contested",
  compose: "Wording what survived",
  validate: "Checking the wording",
  verdict: "Deciding",
  "plan-open": "Seats plan, each on its own",
  "plan-rebut": "Seats judge each other's steps",
  "plan-assume": "Seats say what their plans rest on",
  "plan-close": "Seats close",
  "plan-compose": "Wording the plan",
  "plan-validate": "Checking the wording",
  jury: "A blind jury compares the two best plans",
};

/** One event as one line for people, without secrets, or null where there is nothing to tell. `secrets`: values of ours. */
export function progressLine(event: DebateEvent, secrets: readonly string[] = []): string | null {
  const line = lineOf(redactAll(event, secrets));
  return line === null ? null : withoutCommands(line);
}

function lineOf(event: DebateEvent): string | null {
  switch (event.type) {
    case "stage-start":
      return `${stageLines[event.stage]}${event.detail === undefined ? "" : ` (${plain(event.detail)})`}`;
    case "seat-end":
      return `  ${plain(event.seat)}: ${event.raised} ${event.stage === "plan-open" ? stepsOf(event.raised) : "raised"}`;
    case "seat-failure":
      return `  ${plain(event.seat)}: FAILED: ${plain(event.reason)}`;
    case "finding-eliminated":
      return `  eliminated: ${plain(event.title)} (${plain(event.path)}): ${plain(event.because)}`;
    case "hearing-end":
      return `  ${event.ruling}: ${plain(event.title)}: ${plain(event.because)}`;
    case "round-end":
      return `  round ${event.round}: ${event.open} open${event.confidence === null ? "" : `, confidence ${event.confidence} %`}`;
    case "note":
      return `  ${plain(event.text)}`;
    case "seat-asked":
    case "seat-heard":
    case "call-end":
    case "left-out":
      return null;
  }
}

function stepsOf(count: number): string {
  return count === 1 ? "step" : "steps";
}
